/* SPDX-License-Identifier: MIT
 * Tests of analyzer/test_code. */
#include "config.h"

#include "analyzer/findings/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/program/contexts.h"
#include "analyzer/symbols/symbols.h"

static struct symbol_function function(const char *name, const char *file)
{
	return (struct symbol_function){.name = name, .file = file};
}

/* Whether NAME of FILE is a test's own beside what OTHER declares. */
static bool is_test(const char *name, const char *file, const char *other)
{
	struct symbol_function one = function(name, file);
	struct symbol_function two = function("list_add", other);
	struct path path = {.function = &one};
	struct test_code code = {0};

	test_code_note(&code, &one);
	test_code_note(&code, &two);
	return test_code_has(&code, &path);
}

static void names_tell(void **unused)
{
	(void)unused;
	assert_true(is_test("test_add", "/p/list.c", "/p/list.c"));
	assert_true(is_test("testAdd", "/p/list.c", "/p/list.c"));
	assert_true(is_test("Adds_Test::TestBody", "/p/list.c", "/p/list.c"));
	assert_true(is_test("main", "/p/list_test.c", "/p/list.c"));
	assert_true(is_test("main", "/p/test1.c", "/p/list.c"));
	assert_true(is_test("main", "/p/ListTests.cpp", "/p/list.c"));
}

static void words_that_hold_a_test_do_not(void **unused)
{
	(void)unused;
	assert_false(is_test("latest", "/p/contest.c", "/p/list.c"));
	assert_false(is_test("attest_all", "/p/testify.c", "/p/list.c"));
}

static void folders_tell_if_something_is_outside(void **unused)
{
	(void)unused;
	assert_true(is_test("check", "/p/tests/a.c", "/p/list.c"));
	assert_true(is_test("check", "/p/t/a.c", "/p/list.c"));
	assert_false(is_test("check", "/p/tests/a.c", "/p/tests/list.c"));
	assert_true(is_test("test_it", "/p/tests/a.c", "/p/tests/list.c"));
}

static void nothing_is_a_test_where_all_is(void **unused)
{
	(void)unused;
	assert_false(is_test("main", "/p/a_test.c", "/p/b_test.c"));
	assert_false(is_test("test_it", "/t/a_test.c", "/t/b_test.c"));
	assert_false(is_test("test_it", "/p/a.c", "/p/tests/b.c"));
}

static void main_is_what_was_inlined_into_it(void **unused)
{
	struct symbol_function caller = function("main", "/p/list.c");
	struct symbol_function callee = function("test_add", "/p/list.c");
	struct path from = {.function = &caller};
	struct path path = {.function = &callee, .parent = &from};
	struct test_code code = {0};

	(void)unused;
	test_code_note(&code, &caller);
	test_code_note(&code, &callee);
	assert_true(test_code_has(&code, &path));
	assert_false(test_code_has(&code, &from));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_tell),
		cmocka_unit_test(words_that_hold_a_test_do_not),
		cmocka_unit_test(folders_tell_if_something_is_outside),
		cmocka_unit_test(nothing_is_a_test_where_all_is),
		cmocka_unit_test(main_is_what_was_inlined_into_it),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
