/* SPDX-License-Identifier: MIT
 * Tests of analyzer/promised_cost. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/program/contexts.h"
#include "analyzer/symbols/symbols.h"

static void operations_of_trees_tables_and_heaps_are_promised(void **unused)
{
	(void)unused;
	assert_true(promised_cost_of_name("std::map<int, int>::operator[]"));
	assert_true(promised_cost_of_name(
		"std::_Rb_tree<int, std::pair<int const, int> >::lower_bound"));
	assert_true(promised_cost_of_name("std::unordered_map<a, b>::find"));
	assert_true(promised_cost_of_name("std::__1::__tree<int>::find"));
	assert_true(promised_cost_of_name("std::push_heap<int*>"));
	assert_true(promised_cost_of_name(
		"std::vector<std::a, b<std::a> >::_M_realloc_insert<int>"));
}

static void searches_and_iterators_are_not(void **unused)
{
	(void)unused;
	assert_false(promised_cost_of_name("std::find<int*, int>"));
	assert_false(promised_cost_of_name(
		"std::_Rb_tree_iterator<int>::operator++"));
	assert_false(promised_cost_of_name("std::list<int>::push_back"));
	assert_false(promised_cost_of_name("std::vector<int>::insert"));
	assert_false(promised_cost_of_name("std::mapped"));
}

static void searches_of_the_c_library_are_promised(void **unused)
{
	struct symbol_function caller = {
		.name = "names_drop", .object = "names"};
	struct symbol_function remove = {
		.name = "tdelete", .object = "/lib/x86_64-linux-gnu/libc.so.6"};
	struct path top = {.function = &caller};
	struct path leaf = {.function = &remove, .parent = &top};

	(void)unused;
	assert_int_equal(promised_cost_of(&leaf), PROMISED_SHORT);
	remove.name = "lfind";
	assert_int_equal(promised_cost_of(&leaf), PROMISED_NOTHING);
	remove.name = "tdelete";
	remove.object = "names";
	assert_int_equal(promised_cost_of(&leaf), PROMISED_NOTHING);
}

static void the_users_own_are_not(void **unused)
{
	(void)unused;
	assert_false(promised_cost_of_name("map<int>::find"));
	assert_false(promised_cost_of_name("mine::sort"));
	assert_false(promised_cost_of_name("sort"));
}

static void a_path_leads_through_one_anywhere(void **unused)
{
	struct symbol_function user = {.name = "simulate"};
	struct symbol_function push = {.name = "std::priority_queue<e>::push"};
	struct symbol_function compare = {.name = "event::operator<"};
	struct path top = {.function = &user};
	struct path middle = {.function = &push, .parent = &top};
	struct path leaf = {.function = &compare, .parent = &middle};

	(void)unused;
	assert_true(promised_cost_of(&leaf));
	assert_true(promised_cost_of(&middle));
	assert_false(promised_cost_of(&top));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			operations_of_trees_tables_and_heaps_are_promised),
		cmocka_unit_test(searches_and_iterators_are_not),
		cmocka_unit_test(searches_of_the_c_library_are_promised),
		cmocka_unit_test(the_users_own_are_not),
		cmocka_unit_test(a_path_leads_through_one_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
