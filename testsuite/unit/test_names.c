/* SPDX-License-Identifier: MIT
 * Tests of lib/code/short_name and of cli/report/names: C++ names that are short and still tell what is meant. */
#include "config.h"

#include "cli/report/forms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/code/short_name.h"
#include "lib/report/report.h"

static void assert_short(const char *name, const char *as)
{
	char *got = short_name_dup(name);

	assert_string_equal(got, as);
	free(got);
}

static void names_of_c_stay(void **unused)
{
	(void)unused;
	assert_short("contains_all", "contains_all");
	assert_short("f.part.0", "f.part.0");
	assert_short("struct node", "struct node");
	assert_short("", "");
}

static void template_arguments_are_left_out(void **unused)
{
	(void)unused;
	assert_short("std::_List_const_iterator<item>::operator++",
		"std::_List_const_iterator<...>::operator++");
	assert_short("std::__cxx11::basic_string<char, "
		     "std::char_traits<char>, std::allocator<char> >::size",
		"std::basic_string<...>::size");
	assert_short("a<b<c>, d<e> >::f<g>", "a<...>::f<...>");
	assert_short("f<(a > b)>::g", "f<...>::g");
	assert_short("f<decltype(a->b)>::g", "f<...>::g");
}

static void parameters_are_left_out(void **unused)
{
	(void)unused;
	assert_short("list::find(int, char const*) const", "list::find");
	assert_short("f(std::list<item> const&)::{lambda(item const&)#1}::"
		     "operator()",
		"f::{lambda#1}::operator()");
	assert_short("f()::g()", "f::g");
	assert_short(
		"(anonymous namespace)::f(int)", "(anonymous namespace)::f");
}

static void operators_stay(void **unused)
{
	(void)unused;
	assert_short("std::operator==<char>", "std::operator==<...>");
	assert_short("a::operator<", "a::operator<");
	assert_short("a::operator<<(int)", "a::operator<<");
	assert_short("a::operator<(b<c> const&)", "a::operator<");
	assert_short("a::operator->()", "a::operator->");
	assert_short("a::operator()(int)", "a::operator()");
	assert_short("x<&a::operator> >::f", "x<...>::f");
	assert_short("my_operator<int>", "my_operator<...>");
}

static void what_is_not_balanced_stays(void **unused)
{
	(void)unused;
	assert_short("f<a", "f<a");
	assert_short("f(a", "f(a");
	assert_short("f)>a", "f)>a");
	assert_short("<<<>>>((", "<<<>>>((");
	assert_short(">", ">");
}

static void every_short_text_of_brackets_is_survived(void **unused)
{
	static const char letter[] = "a<>(-)o";
	char text[8] = "";

	(void)unused;
	for (unsigned n = 0; n < 7 * 7 * 7 * 7 * 7 * 7; n++) {
		unsigned left = n;
		for (size_t i = 0; i < 6; i++, left /= 7)
			text[i] = letter[left % 7];
		free(short_name_dup(text));
		free(names_show(NAMES_SHORT, text, NULL));
	}
}

static void assert_shown(enum names_length length, const char *name,
	const char *linkage, const char *as)
{
	char *got = names_show(length, name, linkage);

	assert_string_equal(got, as);
	free(got);
}

static void the_last_part_of_a_name_is_short(void **unused)
{
	static const char *const pair[][2] = {
		{"contains_all", "contains_all"},
		{"std::vector<int, std::allocator<int> >::push_back",
			"push_back"},
		{"a::operator<<", "a::operator<<"},
		{"n::a::operator()", "a::operator()"},
		{"n::f(a::b)::{lambda(a::c)#1}::operator()",
			"f::{lambda#1}::operator()"},
		{"n::run::{closure#0}", "run::{closure#0}"},
		{"<alloc::vec::Vec<u8> as core::ops::Index>::index", "index"},
		{"n::operator_of", "operator_of"},
		{"std::max<int>", "max"},
		{"a::", ""},
		{"", ""},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(pair) / sizeof(pair[0]); i++)
		assert_shown(NAMES_SHORT, pair[i][0], NULL, pair[i][1]);
}

static void whole_names_come_from_what_the_linker_knows(void **unused)
{
	static const char linkage[] = "_ZNK4shop6basketIsE8containsERKs";
	static const char name[] = "shop::basket<short>::contains";
	static const char legacy[] = "_ZN4core3ptr4read17h0123456789abcdefE";

	(void)unused;
	assert_shown(NAMES_FULL, name, linkage,
		"shop::basket<short>::contains(short const&) const");
	assert_shown(NAMES_MANGLED, name, linkage, linkage);
	assert_shown(
		NAMES_QUALIFIED, name, linkage, "shop::basket<...>::contains");
	assert_shown(NAMES_FULL, name, NULL, name);
	assert_shown(NAMES_MANGLED, "main", NULL, "main");
	assert_shown(NAMES_FULL, "core::ptr::read", legacy, "core::ptr::read");
	assert_shown(NAMES_FULL, "f", "_Znonsense", "f");
	assert_shown(NAMES_FULL, "f<int>", "_Z1fIiEvT_", "f<int>(int)");
}

static void a_claim_has_all_its_names_in_one_length(void **unused)
{
	struct report_place place[] = {
		{.function = "a::f<int>", .linkage = "_ZN1a1fIiEEvT_"},
		{.function = "a::g", .linkage = "_ZN1a1gEi"},
	};
	const struct report_finding finding = {.rule = REPORT_REDUNDANT,
		.function = "a::f<int>",
		.aec = {place, 2},
		.root = "b<int>::c",
		.shape = REPORT_SHAPE_ARRAY,
		.evidence = {.walks = {1, 3}, .walk_length = {2, 9}}};
	static const char *const expected[] = {
		[NAMES_QUALIFIED] = "a::f<...> walks the array at b<...>::c "
				    "repeatedly through a::g",
		[NAMES_SHORT] = "f walks the array at b<...>::c repeatedly "
				"through g",
		[NAMES_FULL] = "a::f<int>(int) walks the array at b<int>::c "
			       "repeatedly through a::g(int)",
		[NAMES_MANGLED] = "_ZN1a1fIiEEvT_ walks the array at b<int>::c "
				  "repeatedly through _ZN1a1gEi",
	};

	(void)unused;
	for (int length = 0; length <= NAMES_MANGLED; length++) {
		char *got = names_claim_dup(length, &finding);
		assert_int_equal(strncmp(got, expected[length],
					 strlen(expected[length])),
			0);
		assert_string_equal(got + strlen(expected[length]),
			": 3 walks of up to 9 cells in one call, unchanged "
			"between walks");
		free(got);
	}
}

static void assert_claim(
	const struct report_finding *finding, const char *expected)
{
	char *got = names_claim_dup(NAMES_QUALIFIED, finding);

	assert_string_equal(got, expected);
	free(got);
}

static void assert_title(
	const struct report_finding *finding, const char *expected)
{
	char *title = names_title_dup(NAMES_QUALIFIED, finding);

	assert_string_equal(title, expected);
	free(title);
}

static void what_a_test_drives_leads(void **unused)
{
	struct report_place place[] = {{.function = "test_add"},
		{.function = "list_add"}, {.function = "find"}};
	struct report_finding finding = {.rule = REPORT_REWALK,
		.function = "test_add",
		.aec = {place, 3},
		.lead = 1,
		.is_test = true,
		.root = "list",
		.evidence = {.walks = {4, 4}, .walk_length = {1, 4}}};

	(void)unused;
	assert_claim(&finding,
		"list_add, called by test_add, a test, walks the structure "
		"at list repeatedly through find: 4 walks of up to 4 cells in "
		"one "
		"call of test_add, (almost) unchanged between walks");
	assert_title(&finding,
		"list_add, called by test_add, a test, walks list 4 times in "
		"all through find");
	finding.is_test = false;
	finding.rule = REPORT_SHIFT;
	finding.shape = REPORT_SHAPE_ARRAY;
	finding.aec.count = 2;
	assert_claim(&finding,
		"list_add, called by test_add, shifts up to 4 bytes of the "
		"array at list, 4 times in one call of test_add");
}

static void a_claim_says_what_is_known(void **unused)
{
	struct report_place place[] = {
		{.function = "f"}, {.function = "f"}, {.object = "/lib/x.so"}};
	struct report_finding finding = {.rule = REPORT_REWALK};

	(void)unused;
	assert_claim(&finding,
		"a function of a program walks a structure repeatedly, "
		"(almost) unchanged between walks");
	finding.aec = (struct report_places){&place[2], 1};
	finding.root = "?";
	finding.shape = REPORT_SHAPE_LINKED;
	assert_claim(&finding,
		"a function of x.so walks a linked structure repeatedly, "
		"(almost) unchanged between walks");
	/* A function that calls itself is named once. */
	finding.function = "f";
	finding.aec = (struct report_places){place, 2};
	finding.is_test = true;
	finding.exactness = REPORT_LOWER_BOUND;
	finding.evidence.walks.max = 4;
	finding.evidence.walk_length.max = 5;
	finding.root = "list";
	assert_claim(&finding,
		"f, a test, walks the linked structure at list repeatedly: at "
		"least 4 walks of up to 5 cells in one call, (almost) "
		"unchanged between walks");
	finding.rule = REPORT_TRAVERSAL;
	assert_claim(&finding, "f, a test, walks list");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_c_stay),
		cmocka_unit_test(template_arguments_are_left_out),
		cmocka_unit_test(parameters_are_left_out),
		cmocka_unit_test(operators_stay),
		cmocka_unit_test(what_is_not_balanced_stays),
		cmocka_unit_test(every_short_text_of_brackets_is_survived),
		cmocka_unit_test(the_last_part_of_a_name_is_short),
		cmocka_unit_test(whole_names_come_from_what_the_linker_knows),
		cmocka_unit_test(a_claim_has_all_its_names_in_one_length),
		cmocka_unit_test(what_a_test_drives_leads),
		cmocka_unit_test(a_claim_says_what_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
