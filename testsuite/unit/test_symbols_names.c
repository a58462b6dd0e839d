/* SPDX-License-Identifier: MIT
 * Tests of analyzer/symbols: names of functions, their parameters, variables. */
#include "config.h"

#include "analyzer/symbols/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/symbols/debug_info.h"
#include "lib/words.h"
#include "testsuite/unit/subject.h"

/* False: COMPILER is missing. */
static bool build_one(const char *compiler, const char *flags,
	const char *const *files, struct subject *subject)
{
	if (!subject_has_compiler(compiler))
		return false;
	assert_true(subject_build(subject, compiler, flags, files));
	return true;
}

static void assert_base_name(const char *path, const char *expected)
{
	assert_non_null(path);
	assert_string_equal(words_base_name(path), expected);
}

static void cplusplus_names_are_readable(void **state)
{
	static const char *const files[] = {"s.cc",
		"#include <vector>\n"
		"namespace app {\n"
		"struct Base { virtual int run(int) const = 0; };\n"
		"template <class T> struct Box : Base {\n"
		"	T value; Box(T v); int run(int n) const; };\n"
		"template <class T> __attribute__((noinline))\n"
		"Box<T>::Box(T v) : value(v) {}\n"
		"template <class T> __attribute__((noinline))\n"
		"int Box<T>::run(int n) const\n"
		"{ auto f = [&](int x) { return x + value; }; return f(n); }\n"
		"}\n"
		"int main(int c, char **) { app::Box<int> b(c);\n"
		"  return b.run(2); }\n",
		NULL};
	static const char *const compilers[] = {"g++", "clang++"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct symbol_function *function;
		struct subject subject;

		if (!build_one(compilers[i / 2], i % 2 ? "-g -O2" : "-g", files,
			    &subject))
			continue;
		function = symbols_function_at(subject.symbols,
			subject_address(
				&subject, "_ZNK3app3BoxIiE3runEi", NULL));
		assert_string_equal(function->name, "app::Box<int>::run");
		assert_string_equal(function->linkage, "_ZNK3app3BoxIiE3runEi");
		assert_base_name(function->file, "s.cc");
		function = symbols_function_at(subject.symbols,
			subject_address(&subject, "_ZN3app3BoxIiEC2Ei", NULL));
		assert_string_equal(function->name, "app::Box<int>::Box");
		if (i % 2 == 0)
			assert_string_equal(
				symbols_function_at(subject.symbols,
					subject_address(&subject,
						"_ZZNK3app3BoxIiE3runEiENKUliE_"
						"clEi",
						NULL))
					->name,
				"app::Box<int>::run(int) const::{lambda(int)#1}"
				"::operator()");
		subject_release(&subject);
	}
}

static void names_are_what_people_say(void **state)
{
	static const char *const pairs[][2] = {
		{"__strlen_avx2", "strlen"},
		{"__memmove_avx_unaligned_erms", "memmove"},
		{"__memset_avx512_unaligned_erms", "memset"},
		{"__strchr_sse2_no_bsf", "strchr"},
		{"__rawmemchr_evex", "rawmemchr"},
		{"__GI_strlen", "__GI_strlen"},
		{"__strtol_internal", "__strtol_internal"},
		{"__memcpy_chk", "__memcpy_chk"},
		{"main", "main"},
		{"_ZNSt6vectorIiSaIiEE9push_backERKi",
			"std::vector<int, std::allocator<int> >::push_back"},
		{"_RNvCs1234_7mycrate3foo", "mycrate::foo"},
		{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE",
			"core::ptr::drop_in_place"},
		{"_Zgarbage", "_Zgarbage"},
	};
	struct symbols *symbols = symbols_new();

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		assert_string_equal(symbols_display_name(symbols, pairs[i][0]),
			pairs[i][1]);
	assert_string_equal(
		symbols_plain_linkage(symbols, "f.isra.0.cold"), "f");
	assert_string_equal(symbols_plain_linkage(symbols, "f@@V_1"), "f");
	assert_string_equal(symbols_plain_linkage(symbols, ".cold"), ".cold");
	symbols_free(symbols);
}

static void a_name_that_would_fill_the_memory_is_cut(void **state)
{
	struct symbols *symbols = symbols_new();
	char name[2000] = "_Z1fI";
	size_t length = strlen(name);

	(void)state;
	/* Each parameter repeats all before it: two to the power of 60. */
	length += (size_t)sprintf(name + length, "1AI1BS_E");
	for (int i = 0; i < 60; i++)
		length += (size_t)sprintf(name + length, "1AIS%c_S%c_E",
			"01"[i & 1], "01"[i & 1]);
	strcpy(name + length, "EvT_");
	assert_true(strlen(symbols_display_name(symbols, name)) < 4096);
	symbols_free(symbols);
}

static void paths_are_shown_without_detours(void **state)
{
	struct symbols *symbols = symbols_new();

	(void)state;
	assert_string_equal(
		symbols_intern_path(symbols, "/a/./b/../c.c"), "/a/c.c");
	assert_string_equal(
		symbols_intern_path(symbols, "../../x//y.c"), "../../x/y.c");
	assert_string_equal(symbols_intern_path(symbols, "a/../b.c"), "b.c");
	symbols_free(symbols);
}

static void parameters_know_their_registers(void **state)
{
	static const char *const files[] = {"p.c",
		"struct small { long a, b; }; struct big { long a[4]; };\n"
		"struct mixed { double d; int i; };\n"
		"enum color { RED }; struct list;\n"
		"typedef struct list *list_t;\n"
		"__attribute__((noinline)) long all(struct list *l, double d,\n"
		"	struct small s, struct big b, const char *const t,\n"
		"	struct mixed m, enum color c, long last)\n"
		"{ return (long)l + d + s.a + b.a[0] + t[0] + m.i + c + last; "
		"}\n"
		"__attribute__((noinline)) struct big make(list_t l)\n"
		"{ struct big b = {{(long)l}}; return b; }\n"
		"int main(void) { struct small s = {1, 2}; struct big b = "
		"{{3}};\n"
		"	struct mixed m = {1, 2};\n"
		"	return all(0, 1, s, b, \"\", m, RED, 7) + "
		"make(0).a[0]; }\n",
		NULL};
	static const struct {
		const char *name, *type, *pointee;
		int argument_register;
	} expected[] = {{"l", "struct list *", "struct list", 0},
		{"d", "double", NULL, -1}, {"s", "struct small", NULL, 1},
		{"b", "struct big", NULL, -1},
		{"t", "const char *const", "char", 3},
		{"m", "struct mixed", NULL, 4}, {"c", "enum color", NULL, 5},
		{"last", "long", NULL, -1}};

	(void)state;
	for (int i = 0; i < 4; i++) {
		const struct symbol_parameter *list;
		struct subject subject;
		size_t count;

		if (!build_one(i < 2 ? "gcc" : "clang",
			    i % 2 ? "-g -O1" : "-g -O0", files, &subject))
			continue;
		count = symbols_parameters(subject.symbols,
			symbols_function_at(subject.symbols,
				subject_address(&subject, "all", NULL)),
			&list);
		assert_int_equal(count, 8);
		for (size_t j = 0; j < count; j++) {
			assert_string_equal(list[j].name, expected[j].name);
			if (j != 7) /* gcc: `long int` */
				assert_string_equal(
					list[j].type, expected[j].type);
			assert_int_equal(list[j].argument_register,
				expected[j].argument_register);
			if (expected[j].pointee)
				assert_string_equal(
					list[j].pointee, expected[j].pointee);
			else
				assert_null(list[j].pointee);
		}
		/* The place for a large result comes first. */
		count = symbols_parameters(subject.symbols,
			symbols_function_at(subject.symbols,
				subject_address(&subject, "make", NULL)),
			&list);
		assert_int_equal(count, 1);
		assert_int_equal(list[0].argument_register, 1);
		assert_string_equal(list[0].type, "list_t");
		assert_string_equal(list[0].pointee, "struct list");
		subject_release(&subject);
	}
}

static void cplusplus_parameters_follow_the_same_rules(void **state)
{
	static const char *const files[] = {"p.cc",
		"struct Owner { int *p; ~Owner(); };\n"
		"Owner::~Owner() { delete p; }\n"
		"struct Plain { int x; };\n"
		"struct Shop { long total;\n"
		"  long sell(Owner o, const Plain &p, bool b, Plain v); };\n"
		"__attribute__((noinline))\n"
		"long Shop::sell(Owner o, const Plain &p, bool b, Plain v)\n"
		"{ return total + *o.p + p.x + b + v.x; }\n"
		"int main() { Shop s{1}; Plain p{2}; Owner o{new int(3)};\n"
		"  return s.sell(Owner{new int(1)}, p, true, p); }\n",
		NULL};

	(void)state;
	for (int i = 0; i < 6; i++) {
		static const char *const flags[] = {
			"-g", "-g -O2", "-gdwarf-4"};
		static const char *const names[] = {"this", "o", "p", "b", "v"};
		const struct symbol_parameter *list;
		struct subject subject;
		size_t count;

		if (!build_one(i < 3 ? "g++" : "clang++", flags[i % 3], files,
			    &subject))
			continue;
		count = symbols_parameters(subject.symbols,
			symbols_function_at(subject.symbols,
				subject_address(&subject,
					"_ZN4Shop4sellE5OwnerRK5PlainbS1_",
					NULL)),
			&list);
		assert_int_equal(count, 5);
		for (int j = 0; j < 5; j++) {
			assert_string_equal(list[j].name, names[j]);
			assert_int_equal(list[j].argument_register, j);
		}
		assert_string_equal(list[0].pointee, "Shop");
		assert_string_equal(list[2].type, "const Plain &");
		assert_string_equal(list[2].pointee, "Plain");
		assert_int_equal(list[2].pointee_bytes, 4);
		assert_int_equal(list[3].pointee_bytes, 0);
		subject_release(&subject);
	}
}

static void check_variable(struct subject *subject, const char *symbol,
	const char *name, const char *type, bool is_writable)
{
	struct symbol_variable variable;
	uint64_t size, address = subject_address(subject, symbol, &size);

	assert_true(symbols_find_variable(
		subject->symbols, address + size - 1, &variable));
	assert_string_equal(variable.name, name);
	assert_string_equal(variable.type, type);
	assert_int_equal(variable.start, address);
	assert_int_equal(variable.size_bytes, size);
	assert_int_equal(variable.writable, is_writable);
}

static void variables_are_found_by_address(void **state)
{
	(void)state;
	for (int i = 0; i < SUBJECT_CONFIGS; i++) {
		const char *compiler = subject_configs[i].compiler;
		struct symbol_variable variable;
		struct subject subject;

		if (!build_one(compiler, subject_configs[i].flags,
			    subject_list_files, &subject))
			continue;
		check_variable(
			&subject, "nodes", "nodes", "struct node[3]", true);
		check_variable(&subject, "limit", "limit", "const int", false);
		check_variable(
			&subject, "marks", "marks", "const char[3]", false);
		check_variable(&subject,
			strcmp(compiler, "gcc") == 0 ? "calls.0"
						     : "count_calls.calls",
			"calls", "int", true);
		assert_false(symbols_find_variable(
			subject.symbols, subject.bias + 0x800000, &variable));
		subject_release(&subject);
	}
}

static void without_dwarf_elf_symbols_name_variables(void **state)
{
	struct symbol_variable variable;
	struct subject subject;
	uint64_t address;

	(void)state;
	if (!build_one("gcc", "-O1", subject_list_files, &subject))
		return;
	address = subject_address(&subject, "counter", NULL);
	assert_true(symbols_find_variable(subject.symbols, address, &variable));
	assert_string_equal(variable.name, "counter");
	assert_null(variable.type);
	assert_int_equal(variable.size_bytes, 4);
	address = subject_address(&subject, "calls.0", NULL);
	assert_true(symbols_find_variable(subject.symbols, address, &variable));
	assert_string_equal(variable.name, "calls");
	subject_release(&subject);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cplusplus_names_are_readable),
		cmocka_unit_test(names_are_what_people_say),
		cmocka_unit_test(a_name_that_would_fill_the_memory_is_cut),
		cmocka_unit_test(paths_are_shown_without_detours),
		cmocka_unit_test(parameters_know_their_registers),
		cmocka_unit_test(cplusplus_parameters_follow_the_same_rules),
		cmocka_unit_test(variables_are_found_by_address),
		cmocka_unit_test(without_dwarf_elf_symbols_name_variables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
