/* SPDX-License-Identifier: MIT
 * Tests of analyzer/labels: what a load instruction reads, in words of the
 * source. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "testsuite/unit/subject.h"

#define REGISTER_R15 15

static struct subject built[SUBJECT_CONFIGS];

static int build_all(void **state)
{
	(void)state;
	return subject_build_all(built);
}

static int release_all(void **state)
{
	(void)state;
	subject_release_all(built);
	return 0;
}

/* A function of the list program and a label it must have. */
struct expectation {
	const char *function;
	const char *label;
};

static void check_all(
	const struct expectation *list, size_t count, bool only_optimised)
{
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		if (!built[i].symbols ||
			(only_optimised && !subject_is_optimised(i)))
			continue;
		for (size_t j = 0; j < count; j++) {
			if (!subject_has_label(
				    &built[i], list[j].function, list[j].label))
				fail_msg("%s %s: %s has no %s",
					subject_configs[i].compiler,
					subject_configs[i].flags,
					list[j].function, list[j].label);
		}
	}
}

#define CHECK(list, only_optimised)                                            \
	check_all(list, sizeof(list) / sizeof *(list), only_optimised)

static void a_step_along_a_list_is_labelled_by_the_member(void **state)
{
	static const struct expectation list[] = {
		{"list_sum", "n next struct node struct node"},
		{"list_product", "n next struct node struct node"},
		{"list_product", "table head struct table struct node"}};

	(void)state;
	CHECK(list, false);
}

static void an_inlined_function_labels_by_its_own_parameter(void **state)
{
	static const struct expectation list[] = {
		{"list_sum", "node value struct node -"}};

	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		if (built[i].symbols && subject_is_optimised(i))
			assert_true(subject_has_label(&built[i],
					    list[0].function, list[0].label) ||
				    subject_has_label(&built[i], "list_sum",
					    "n value struct node -"));
	}
}

static void arrays_in_a_structure_are_labelled_with_a_star(void **state)
{
	static const struct expectation list[] = {
		{"pick", "obj items[*] struct table struct node"},
		{"pick_tail", "obj tail[*] struct table -"}};

	(void)state;
	CHECK(list, true);
}

static void nested_members_unions_and_bit_fields_have_names(void **state)
{
	static const struct expectation list[] = {
		{"read_pair", "n pair.b struct node -"},
		{"read_flags", "obj flags struct table -"},
		{"read_first", "a first anonymous_t struct node"}};

	(void)state;
	CHECK(list, false);
}

static void a_union_is_labelled_by_the_member_of_the_right_size(void **state)
{
	static const struct expectation list[] = {
		{"read_half", "u half union both -"},
		{"read_whole", "u whole union both -"}};

	(void)state;
	CHECK(list, false);
}

static void elements_behind_a_pointer_have_the_element_type(void **state)
{
	static const struct expectation list[] = {
		{"read_third", "arr [*] int -"},
		{"read_key", "all [*].value struct node -"},
		{"read_char", "text [*] char -"},
		{"read_pointer", "p [*] void * -"}};

	(void)state;
	CHECK(list, true);
}

static void a_pointer_loaded_before_is_followed(void **state)
{
	static const struct expectation list[] = {
		{"read_two", "n next struct node struct node"},
		{"read_two", "n value struct node -"}};

	(void)state;
	CHECK(list, false);
}

static void the_result_of_a_call_is_labelled_by_its_type(void **state)
{
	static const struct expectation list[] = {
		{"read_result", "- value struct node -"}};

	(void)state;
	CHECK(list, false);
}

static void globals_are_labelled_by_address(void **state)
{
	static const struct expectation list[] = {
		{"read_shared", "shared head struct table struct node"}};

	(void)state;
	CHECK(list, false);
}

static void an_index_into_a_global_array_is_a_star(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		struct trace_site site = {.size_bytes = 8,
			.flags = TRACE_SITE_READ | TRACE_SITE_INDEXED,
			.base = TRACE_BASE_PC,
			.step_count = 1};
		struct symbol_label label;

		if (!built[i].symbols)
			continue;
		site.pc = subject_address(&built[i], "list_sum", NULL);
		site.step[0] =
			(long long)subject_address(&built[i], "nodes", NULL);
		symbols_label_read(built[i].symbols, &site, &label);
		assert_string_equal(label.variable, "nodes");
		assert_string_equal(label.field, "[*].next");
		assert_string_equal(label.object_type, "struct node");
		assert_string_equal(label.value_type, "struct node");
		/* `lea nodes(%rip),%rdx; mov (%rdx,%rax),...`, by the index. */
		site.base = REGISTER_R15;
		site.flags = TRACE_SITE_READ;
		symbols_label_read(built[i].symbols, &site, &label);
		assert_string_equal(label.variable, "nodes");
		assert_string_equal(label.field, "[*].next");
		site.base = TRACE_BASE_PC;
		site.size_bytes = 4;
		site.step[0] += 2 * 16 + 8;
		symbols_label_read(built[i].symbols, &site, &label);
		assert_string_equal(label.field, "[2].value");
		assert_null(label.value_type);
		/* Through the pointer in it. */
		site.step[0] -= 8;
		site.step[1] = 12;
		site.step_count = 2;
		site.size_bytes = 2;
		symbols_label_read(built[i].symbols, &site, &label);
		assert_string_equal(label.variable, "nodes");
		assert_string_equal(label.field, "pair.a");
	}
}

static void parameters_are_told_from_variables(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		bool has_parameter = false, has_variable = false;

		if (!built[i].symbols)
			continue;
		subject_read_sites(&built[i], "list_product");
		for (size_t j = 0; j < built[i].site_count; j++) {
			struct symbol_label label;

			symbols_label_read(
				built[i].symbols, &built[i].sites[j], &label);
			if (!label.variable)
				continue;
			if (strcmp(label.variable, "table") == 0) {
				has_parameter = true;
				assert_true(label.variable_is_parameter);
			}
			if (strcmp(label.variable, "n") == 0) {
				has_variable = true;
				assert_false(label.variable_is_parameter);
			}
		}
		assert_true(has_parameter && has_variable);
	}
}

static void what_is_not_known_has_no_label(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		struct trace_site site = {.size_bytes = 8,
			.flags = TRACE_SITE_READ,
			.base = REGISTER_R15,
			.step_count = 1};
		struct symbol_label label;

		if (!built[i].symbols)
			continue;
		site.pc = subject_address(&built[i], "list_sum", NULL);
		for (int j = 0; j < 4; j++) {
			symbols_label_read(built[i].symbols, &site, &label);
			assert_null(label.variable);
			assert_null(label.field);
			assert_null(label.object_type);
			assert_null(label.value_type);
			if (j == 0)
				site.step_count = 0;
			else if (j == 1)
				site.step_count = 1000;
			else
				site = (struct trace_site){
					.pc = 1, .base = 200, .step_count = 1};
		}
	}
}

static void cplusplus_members_and_bases_have_names(void **state)
{
	static const char *const files[] = {"shop.cc",
		"#include <vector>\n"
		"#ifdef __clang__\n"
		"#define KEEP __attribute__((noinline))\n"
		"#else\n"
		"#define KEEP __attribute__((noipa))\n"
		"#endif\n"
		"namespace app {\n"
		"struct Hook { Hook *after; };\n"
		"struct Named { long tag; };\n"
		"struct Item : Named, Hook { int price; };\n"
		"class Shop { Item *first; std::vector<int> sizes; public:\n"
		"  Shop(Item *f) : first(f), sizes(3) {}\n"
		"  KEEP int front() const { return first->price; }\n"
		"  KEEP int size() const { return sizes[1]; } };\n"
		"KEEP Hook *following(const Item &item) { return item.after; "
		"}\n"
		"}\n"
		"int main() { app::Item i{}; i.price = 3; app::Shop s(&i);\n"
		"  return s.front() + s.size() + (app::following(i) == 0); }\n",
		NULL};
	static const struct expectation list[] = {
		{"_ZNK3app4Shop5frontEv", "this first app::Shop app::Item"},
		{"_ZNK3app4Shop5frontEv", "this price app::Item -"},
		{"_ZN3app9followingERKNS_4ItemE",
			"item after app::Item app::Hook"}};
	static const char *const compilers[] = {"g++", "clang++"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct subject subject;

		if (!subject_has_compiler(compilers[i / 2]))
			continue;
		assert_true(subject_build(&subject, compilers[i / 2],
			i % 2 ? "-g -O2" : "-g -O0", files));
		for (size_t j = 0; j < 3; j++)
			assert_true(subject_has_label(
				&subject, list[j].function, list[j].label));
		/* Of the vector, or of the shop, as the compiler left it. */
		if (i % 2)
			assert_true(
				subject_has_label(&subject,
					"_ZNK3app4Shop4sizeEv",
					"this _M_impl._M_start std::vector"
					"<int, std::allocator<int> > "
					"int") ||
				subject_has_label(&subject,
					"_ZNK3app4Shop4sizeEv",
					"this sizes._M_impl._M_start app::Shop "
					"int"));
		subject_release(&subject);
	}
}

static void a_loop_over_a_standard_list_is_labelled(void **state)
{
	static const char *const files[] = {"loop.cc",
		"#include <list>\n"
		"__attribute__((noinline)) int total(const std::list<long> "
		"&l)\n"
		"{ long s = 0; for (const long &i : l) s += i; return s; }\n"
		"int main() { std::list<long> l(3, 4); return total(l); }\n",
		NULL};
	static const char *const compilers[] = {"g++", "clang++"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct subject subject;

		if (!subject_has_compiler(compilers[i]))
			continue;
		assert_true(
			subject_build(&subject, compilers[i], "-g -O2", files));
		assert_true(subject_has_label(&subject,
			"_Z5totalRKNSt7__cxx114listIlSaIlEEE",
			"* _M_next std::__detail::_List_node_base "
			"std::__detail::_List_node_base"));
		subject_release(&subject);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_along_a_list_is_labelled_by_the_member),
		cmocka_unit_test(
			an_inlined_function_labels_by_its_own_parameter),
		cmocka_unit_test(
			arrays_in_a_structure_are_labelled_with_a_star),
		cmocka_unit_test(
			nested_members_unions_and_bit_fields_have_names),
		cmocka_unit_test(
			a_union_is_labelled_by_the_member_of_the_right_size),
		cmocka_unit_test(
			elements_behind_a_pointer_have_the_element_type),
		cmocka_unit_test(a_pointer_loaded_before_is_followed),
		cmocka_unit_test(the_result_of_a_call_is_labelled_by_its_type),
		cmocka_unit_test(globals_are_labelled_by_address),
		cmocka_unit_test(an_index_into_a_global_array_is_a_star),
		cmocka_unit_test(parameters_are_told_from_variables),
		cmocka_unit_test(what_is_not_known_has_no_label),
		cmocka_unit_test(cplusplus_members_and_bases_have_names),
		cmocka_unit_test(a_loop_over_a_standard_list_is_labelled),
	};

	return cmocka_run_group_tests(tests, build_all, release_all);
}
