/* SPDX-License-Identifier: MIT
 * Tests of analyzer/chosen_code and analyzer/user_code: what is analysed. */
#include "config.h"

#include "analyzer/symbols/chosen_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/program/user_code.h"
#include "analyzer/symbols/symbols.h"
#include "lib/code/code_pattern.h"
#include "lib/code/test_names.h"

static const struct symbol_function parse = {.name = "json::parse",
	.linkage = "_ZN4json5parseEv",
	.object = "/home/me/app/build/libjson.so",
	.file = "/home/me/app/src/json/parse.cc",
	.has_debug = true};

static int judge(const char *include, const char *exclude)
{
	const struct code_choice chosen = {
		&include, include != NULL, &exclude, exclude != NULL};

	return chosen_code_judge(&chosen, NULL, &parse);
}

static void a_function_is_chosen_by_name_file_or_object(void **state)
{
	static const char *const matching[] = {"json::parse", "json::*",
		"_ZN4json5parseEv", "function:json::p?rse", "parse.cc", "*.cc",
		"json/parse.cc", "src/*", "/home/me/app/*", "file:parse.cc",
		"file:src/json/*", "libjson.so", "object:libjson.so",
		"object:build/*"};
	static const char *const other[] = {"json", "parse",
		"function:parse.cc", "file:libjson.so", "object:parse.cc",
		"arse.cc", "json/*/x", "function::parse", "src"};

	(void)state;
	for (size_t i = 0; i < sizeof matching / sizeof *matching; i++) {
		assert_int_equal(judge(matching[i], NULL), 1);
		assert_int_equal(judge(NULL, matching[i]), -1);
	}
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		assert_int_equal(judge(other[i], NULL), -1);
		assert_int_equal(judge(NULL, other[i]), 0);
	}
	assert_int_equal(judge("json::*", "parse.cc"), -1);
	assert_int_equal(judge(NULL, NULL), 0);
}

static void a_cplusplus_namespace_is_no_kind(void **state)
{
	const struct symbol_function open = {
		.name = "file::open", .linkage = "x", .object = "/a/b"};
	const char *pattern = "file::open";
	const struct code_choice chosen = {&pattern, 1, NULL, 0};

	(void)state;
	assert_int_equal(chosen_code_judge(&chosen, NULL, &open), 1);
}

/* Name, file and object of functions. */
struct example {
	const char *name;
	const char *file;
	const char *object;
};

static bool is_framework(const struct example *example)
{
	const struct symbol_function function = {.name = example->name,
		.linkage = example->name,
		.file = example->file,
		.object = example->object,
		.has_debug = true};

	return chosen_code_is_framework(&function);
}

static void test_frameworks_are_recognised(void **state)
{
	static const struct example frameworks[] = {
		{"_cmocka_run_group_tests", "/x/src/cmocka.c", "/x/test"},
		{"cmocka_run_one", NULL, "/opt/lib/libcmocka.so.0"},
		{"srunner_run", NULL, "/opt/lib/libcheck.so.0"},
		{"srunner_run", "/x/check/src/check_run.c", "/x/test"},
		{"srunner_run_tagged", NULL, "/x/test"},
		{"send_loc_info", NULL, "/x/test"},
		{"g_test_run", "/x/glib/gtestutils.c", "/x/test"},
		{"UnityDefaultTestRun", "/x/unity/src/unity.c", "/x/test"},
		{"TestRegistry::runAllTests",
			"/x/cpputest/src/CppUTest/TestRegistry.cpp", "/x/test"},
		{"testing::internal::UnitTestImpl::RunAllTests", "/x/gtest.cc",
			"/x/test"},
		{"testing::Test::Run",
			"/usr/src/googletest/googletest/src/gtest.cc",
			"/x/test"},
		{"Catch::Session::run", "/x/catch_amalgamated.cpp", "/x/test"},
		{"doctest::Context::run", "/x/doctest.h", "/x/test"},
		{"main", "/x/src/catch2/internal/catch_main.cpp", "/x/test"},
		{"CmpHelper", "/x/include/gtest/internal/gtest-port.h",
			"/x/test"},
		{"SimpleString::contains", "/x/src/CppUTest/SimpleString.cpp",
			"/x/test"},
		{"CppUnit::TestRunner::run", "/x/cppunit/TestRunner.cpp",
			"/x/test"},
	};
	static const struct example others[] = {
		{"main", "/x/test_list.c", "/x/test"},
		{"ListTest_Empty_Test::TestBody", "/x/list_test.cc", "/x/test"},
		{"testing_ground", "/x/check.c", "/x/checks"},
		{"suite_create", "/x/music.c", "/x/checks"},
		{"g_slist_find", NULL, "/usr/lib/libglib-2.0.so.0"},
		{"testing::Ground::walk", "/x/ground.cc", "/x/test"},
		{"ListTest::add", "/x/tests/gtest/list_test.cc", "/x/test"},
		{"make_list", "/x/tests/gtest/internal/list.h", "/x/test"},
		{"make_list", "/x/tests/catch2/list.cpp", "/x/test"},
		{"make_list", "/x/tests/CppUTest/ListTest.cpp", "/x/test"},
		{"make_list", "/x/tests/cppunit/ListTest.cpp", "/x/test"},
		{"community", "/x/community.c", "/x/unity"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof frameworks / sizeof *frameworks; i++)
		assert_true(is_framework(&frameworks[i]));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_false(is_framework(&others[i]));
}

static void a_framework_is_left_out_except_from_its_own_tests(void **state)
{
	const struct symbol_function session = {.name = "Catch::Session::run",
		.linkage = "x",
		.file = "/x/src/catch2/catch_session.cpp",
		.object = "/x/test",
		.has_debug = true};
	const struct test_framework *catch = chosen_code_framework(&session);

	(void)state;
	assert_int_equal(chosen_code_judge(NULL, NULL, &session),
		CHOSEN_CODE_OF_FRAMEWORK);
	assert_int_equal(chosen_code_judge(NULL, catch, &session), 0);
	assert_ptr_equal(test_names_tested_framework(
				 "/x/tests/SelfTest/TextFlow.tests.cpp"),
		catch);
	assert_null(test_names_tested_framework("/x/tests/list_test.cpp"));
	assert_string_equal(test_names_include("Catch2"), "Catch::*");
	assert_null(test_names_include("\033[2J"));
}

static void own_tests_of_frameworks_are_known(void **state)
{
	static const char *const tests[][2] = {
		{"cmocka", "/x/cmocka-1.1.7/tests/test_basics.c"},
		{"Check", "/x/tests/check_check_main.c"},
		{"Unity", "/x/test/tests/testunity.c"},
		{"doctest", "/x/doctest/examples/all_features/subcases.cpp"},
		{"Boost.Test", "/x/libs/test/test/framework-ts/a-test.cpp"},
	};
	static const char *const others[] = {"/x/cmocka/tests/list.c",
		"/x/tests/check_list.c", "/x/examples/all_features/main.cpp",
		"/x/libs/test/test/parser.cpp"};

	(void)state;
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
		const struct test_framework *framework =
			test_names_tested_framework(tests[i][1]);
		assert_non_null(framework);
		assert_string_equal(framework->name, tests[i][0]);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_null(test_names_tested_framework(others[i]));
}

static void choice_goes_before_whose_code_it_is(void **state)
{
	struct symbol_function function = parse;

	(void)state;
	assert_true(user_code_has(&function));
	function.chosen = -1;
	assert_false(user_code_has(&function));
	assert_false(user_code_lacks_framework(&function));
	function.chosen = CHOSEN_CODE_OF_FRAMEWORK;
	assert_false(user_code_has(&function));
	assert_true(user_code_lacks_framework(&function));
	function.chosen = 0;
	function.file = "/usr/include/c++/12/bits/stl_algo.h";
	assert_false(user_code_has(&function));
	function.chosen = 1;
	assert_true(user_code_has(&function));
	function.has_debug = false;
	assert_false(user_code_has(&function));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_is_chosen_by_name_file_or_object),
		cmocka_unit_test(a_cplusplus_namespace_is_no_kind),
		cmocka_unit_test(test_frameworks_are_recognised),
		cmocka_unit_test(
			a_framework_is_left_out_except_from_its_own_tests),
		cmocka_unit_test(own_tests_of_frameworks_are_known),
		cmocka_unit_test(choice_goes_before_whose_code_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
