/* SPDX-License-Identifier: MIT
 * Tests of cli/names: C++ names that are short and still tell what is meant. */
#include "config.h"

#include "cli/names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_short(const char *name, const char *as)
{
	char *got = names_shorten(name);

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
		free(names_shorten(text));
		free(names_shorten_within(text));
	}
}

static void parentheses_of_a_sentence_stay(void **unused)
{
	char *got = names_shorten_within(
		"f<int> walks the list(s) again, 3 < 4 times");

	(void)unused;
	assert_string_equal(got, "f<...> walks the list(s) again, 3 < 4 times");
	free(got);
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
		cmocka_unit_test(parentheses_of_a_sentence_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
