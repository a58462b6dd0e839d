/* SPDX-License-Identifier: MIT
 * Tests of analyzer/allocation_name. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_name(const char *text, const char *expected)
{
	char *name = allocation_name_dup(text);

	if (expected == NULL)
		assert_null(name);
	else
		assert_string_equal(name, expected);
	free(name);
}

static void what_is_assigned_names_it(void **unused)
{
	(void)unused;
	assert_name("char *out = malloc(9);", "out");
	assert_name("list->first = node_new(1);", "list->first");
	assert_name("if ((p = malloc(n)) == NULL)", "p");
	assert_name("table.row[i] = calloc(1, 8);", "table.row");
	assert_name("auto all=std::make_unique<thing>(1);", "all");
}

static void the_object_of_a_method_names_it(void **unused)
{
	(void)unused;
	assert_name("seen.push_back(number);", "seen");
	assert_name("this->things.push_back(n);", "this->things");
	assert_name("list->add(1);", "list");
}

static void a_container_is_named_where_it_is_declared(void **unused)
{
	(void)unused;
	assert_name("std::deque<int> window;", "window");
	assert_name("const std::vector<std::string> names(count);", "names");
	assert_name("return std::vector<int>(4);", NULL);
	assert_name("int count;", NULL);
}

static void a_number_and_the_head_of_a_loop_name_nothing(void **unused)
{
	(void)unused;
	assert_name("for (int i = 0; i < n; i++) insert(root, i);", NULL);
	assert_name("for (int i = a; i < n; i++) b.add(f(i));", "b");
	assert_name("for (i = 1; i < 9; i++) node[i] = node_new(i);", "node");
	assert_name("for (struct node *all = nodes_new(n); all;) {", "all");
	assert_name("int n = 24, *list = malloc(n * sizeof *list);", "list");
	assert_name("for (int i = 0; i < n; i++)", NULL);
	assert_name("format = strdup(text);", "format");
}

static void other_lines_name_nothing(void **unused)
{
	(void)unused;
	assert_name(NULL, NULL);
	assert_name("", NULL);
	assert_name("return malloc(9);", NULL);
	assert_name("grow(list, n == 4);", NULL);
	assert_name("while (n <= add(1)) {", NULL);
	assert_name("= malloc(9);", NULL);
	assert_name("] = malloc(9);", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_assigned_names_it),
		cmocka_unit_test(the_object_of_a_method_names_it),
		cmocka_unit_test(a_container_is_named_where_it_is_declared),
		cmocka_unit_test(a_number_and_the_head_of_a_loop_name_nothing),
		cmocka_unit_test(other_lines_name_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
