/* SPDX-License-Identifier: MIT
 * Tests of analyzer/test_code. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/* Whether all that test_add calls is a test's own: FIRST, which calls SECOND. */
static bool has_all(const char *first, const char *second)
{
	struct symbol_function test = function("test_add", "/p/list.c"),
			       outer = function(first, "/p/list.c"),
			       inner = function(second, "/p/list.c");
	struct path one = {.function = &test, .length = 1};
	struct path two = {.function = &outer, .parent = &one, .length = 2};
	struct path three = {.function = &inner, .parent = &two, .length = 3};
	struct test_code code = {0};

	outer.has_debug = inner.has_debug = true;
	outer.object = inner.object = "/p/list";
	test_code_note(&code, &test);
	test_code_note(&code, &outer);
	return test_code_has_all(&code, &three);
}

static void what_a_test_checks_by_is_its_own(void **unused)
{
	(void)unused;
	assert_false(has_all("list_add", "list_last"));
	assert_true(has_all("list_check", "list_last"));
	assert_true(has_all("List::isValid", "List::next"));
	assert_true(has_all("verify_order", "invariants"));
	assert_false(has_all("list_add", "list_check"));
	assert_false(has_all("checkered_add", "list_last"));
}

/* The part of the path that OUTER calls back, by SECOND, which calls THIRD. */
static uint32_t called_back(
	const char *outer, const char *second, const char *third)
{
	struct symbol_function subject = function(outer, "/p/list.c"),
			       visit = function(second, "/p/list.c"),
			       inner = function(third, "/p/list.c"),
			       other = function("list_add", "/p/list.c");
	struct path one = {.function = &subject, .length = 1};
	struct path two = {.function = &visit, .parent = &one, .length = 2};
	struct path three = {.function = &inner, .parent = &two, .length = 3};
	struct test_code code = {0};
	const struct path *called;

	subject.has_debug = visit.has_debug = inner.has_debug = true;
	subject.object = visit.object = inner.object = "/p/list";
	if (strncmp(second, "std::", 5) == 0)
		visit.file = "/usr/include/c++/12/bits/invoke.h";
	test_code_note(&code, &other);
	test_code_note(&code, &visit);
	called = test_code_called_back(&code, &three);
	return called ? called->length : 0;
}

static void what_is_tested_calls_a_test_back(void **unused)
{
	(void)unused;
	assert_int_equal(
		called_back("list_each", "test_visit", "test_find"), 2);
	assert_int_equal(called_back("list_each", "list_next", "test_find"), 3);
	assert_int_equal(
		called_back("list_each", "test_visit", "list_find"), 0);
	assert_int_equal(
		called_back("test_each", "test_visit", "test_find"), 0);
	assert_int_equal(called_back("main", "test_visit", "test_find"), 0);
	/* A lambda that was inlined. */
	assert_int_equal(
		called_back("list_each", "std::invoke<testEach()::<lambda()> >",
			"operator()"),
		3);
	assert_int_equal(
		called_back("list_each", "std::invoke<each()::<lambda()> >",
			"operator()"),
		0);
}

static void what_runs_constructors_may_be_two_functions(void **unused)
{
	struct symbol_function library = function("list_add", "/p/list.c"),
			       first = function("_GLOBAL__sub_I_a.cc", NULL),
			       second = function("__static_initialization_and_"
						 "destruction_0",
				       "/p/a.cc"),
			       last = function("testing::AddSuite", "/p/a.cc");
	struct path one = {.function = &first, .length = 1};
	struct path two = {.function = &second, .parent = &one, .length = 2};
	struct path three = {.function = &last, .parent = &two, .length = 3};
	struct test_code code = {0};

	(void)unused;
	test_code_note(&code, &library);
	assert_true(test_code_has(&code, &three));
	assert_true(test_code_has_all(&code, &three));
	assert_false(test_code_has(&code, &two));
}

/* The leading function of main(), of DRIVER, that calls NAME, which calls "find". */
static uint32_t lead(const char *driver, const char *name)
{
	struct symbol_function caller = function("main", driver),
			       middle = function(name, "/p/list.c"),
			       callee = function("find", "/p/list.c");
	struct path one = {.function = &caller, .length = 1};
	struct path two = {.function = &middle, .parent = &one, .length = 2};
	struct path three = {.function = &callee, .parent = &two, .length = 3};
	struct test_code code = {0};

	caller.has_debug = middle.has_debug = callee.has_debug = true;
	caller.object = middle.object = callee.object = "/p/list";
	test_code_note(&code, &caller);
	test_code_note(&code, &middle);
	test_code_note(&code, &callee);
	return test_code_lead(&code, &three);
}

static void the_first_function_that_is_driven_leads(void **unused)
{
	(void)unused;
	assert_int_equal(lead("/p/list.c", "list_add"), 0);
	assert_int_equal(lead("/p/driver.c", "list_add"), 1);
	assert_int_equal(lead("/p/list_test.c", "list_add"), 1);
	assert_int_equal(lead("/p/driver.c", "test_add"), 2);
}

/* Whether what CALLED, of OBJECT, reads for a test is a framework's doing. */
static bool is_framework(
	const char *called, const char *object, signed char chosen)
{
	struct symbol_function test = {.name = "test_add",
		.object = "/p/list",
		.file = "/p/list.c",
		.has_debug = true};
	struct symbol_function callee = {
		.name = called, .object = object, .chosen = chosen};
	struct symbol_function leaf = {
		.name = "getenv", .object = "/usr/lib/libc.so.6"};
	struct path one = {.function = &test, .length = 1};
	struct path two = {.function = &callee, .parent = &one, .length = 2};
	struct path three = {.function = &leaf, .parent = &two, .length = 3};

	assert_false(test_code_is_framework(&one));
	return test_code_is_framework(&three);
}

static void a_framework_that_a_test_calls_is_known(void **unused)
{
	(void)unused;
	assert_true(is_framework("srunner_run_tagged", "/p/list", 0));
	assert_true(is_framework("run", "/usr/lib/libcmocka.so.0", -1));
	assert_false(is_framework("run", "/usr/lib/libcmocka.so.0", 1));
	assert_false(is_framework("find", "/p/list", 0));
	assert_false(is_framework("find", "/usr/lib/libglib-2.0.so.0", -1));
}

/* The test of what METHOD of a test runner's runs, which calls a helper named as a test. */
static const char *test_of(const char *runner, const char *method)
{
	struct symbol_function entry = function("main", "/p/tests/main.cc"),
			       first = function(runner, "/p/tests/main.cc"),
			       second = function(method, "/p/tests/list.cc"),
			       third = function(
				       "test_same", "/p/tests/help.cc"),
			       last = function("find", "/p/list.cc");
	struct symbol_function *all[] = {
		&entry, &first, &second, &third, &last};
	struct path path[5] = {{.length = 1}};
	struct test_code code = {0};
	static char name[64];

	for (uint32_t i = 0; i < 5; i++) {
		all[i]->has_debug = true;
		all[i]->object = "/p/tests/all";
		path[i] = (struct path){.function = all[i],
			.parent = i ? &path[i - 1] : NULL,
			.length = i + 1};
		test_code_note(&code, all[i]);
	}
	snprintf(
		name, sizeof name, "%s", test_code_find(&code, &path[4])->name);
	return name;
}

static void a_class_that_is_run_is_a_test(void **unused)
{
	(void)unused;
	assert_string_equal(test_of("test_runner::run", "list_test_add::run"),
		"list_test_add::run");
	assert_string_equal(test_of("run_test", "test_runner_add::run"),
		"test_runner_add::run");
	assert_string_equal(
		test_of("TestSuite::run", "TestCase::run"), "test_same");
	assert_string_equal(test_of("load_tests", "test_load"), "test_load");
	assert_string_equal(test_of("CuSuiteRun", "test_load"), "test_load");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_framework_that_a_test_calls_is_known),
		cmocka_unit_test(names_tell),
		cmocka_unit_test(words_that_hold_a_test_do_not),
		cmocka_unit_test(folders_tell_if_something_is_outside),
		cmocka_unit_test(nothing_is_a_test_where_all_is),
		cmocka_unit_test(main_is_what_was_inlined_into_it),
		cmocka_unit_test(what_a_test_checks_by_is_its_own),
		cmocka_unit_test(what_is_tested_calls_a_test_back),
		cmocka_unit_test(what_runs_constructors_may_be_two_functions),
		cmocka_unit_test(the_first_function_that_is_driven_leads),
		cmocka_unit_test(a_class_that_is_run_is_a_test),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
