/* SPDX-License-Identifier: MIT
 * Which functions the user wants analysed, and which are the test framework's. */
#include "config.h"

#include "analyzer/symbols/chosen_code.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "lib/code_pattern.h"
#include "lib/interpreters.h"
#include "lib/words.h"

#include "analyzer/symbols/symbols.h"

static bool matches_glob_list(const char *const *globs, const char *text)
{
	for (; *globs; globs++) {
		if (fnmatch(*globs, text, 0) == 0)
			return true;
	}
	return false;
}

bool chosen_code_is_framework(const struct symbol_function *function)
{
	static const char *const objects[] = {"libcmocka.so*", "libcheck.so*",
		"libunity.so*", "libCppUTest*.so*", "libcppunit*.so*",
		"libgtest*.so*", "libgmock*.so*", "libCatch2*.so*",
		"libboost_unit_test_framework*.so*", NULL};
	static const char *const files[] = {"*/cmocka.c", "*/gtestutils.c",
		"*/unity.c", "*/unity_fixture.c", "*/unity_memory.c",
		"*/CppUTest/*", "*/CppUTestExt/*", "*/cppunit/*",
		"*/googletest/*", "*/googlemock/*", "*/gtest/*", "*/gmock/*",
		"*/gtest-all.cc", "*/gtest_main.cc", "*/gmock-gtest-all.cc",
		"*/catch2/*", "*/catch.hpp", "*/catch_amalgamated.[ch]pp",
		"*/doctest.h", "*/boost/test/*", "*/check/src/check*.c", NULL};
	static const char *const names[] = {"testing::Test::*",
		"testing::TestInfo::*", "testing::TestSuite::*",
		"testing::TestCase::*", "testing::UnitTest::*",
		"testing::internal::*", "testing::InitGoogleTest", "Catch::*",
		"doctest::*", "CppUnit::*", "boost::unit_test::*", NULL};
	/* Of Check, which Debian has without debug information, to be linked
	 * statically: what tests call, or tail calls make of it. */
	static const char *const bare_names[] = {"srunner_*", "suite_create",
		"suite_add_tcase", "suite_tcase", "tcase_*", "_tcase_add_test",
		"_ck_assert_failed", "_mark_point", "send_*_info", "check_fork",
		"check_waitpid_and_exit", NULL};

	return matches_glob_list(objects, words_base_name(function->object)) ||
	       (function->file ? matches_glob_list(files, function->file)
			       : matches_glob_list(
					 bare_names, function->name)) ||
	       matches_glob_list(names, function->name);
}

/* The library has more than g_test. */
static bool is_glib(const struct symbol_function *function)
{
	return fnmatch("libglib-2.0.so*", words_base_name(function->object),
		       0) == 0;
}

int chosen_code_judge(const struct code_choice *choice,
	const struct symbol_function *function)
{
	const struct code_names names = {function->name, function->linkage,
		function->file, function->object};
	int judged = choice ? code_choice_judge(choice, &names) : 0;

	if (judged != 0)
		return judged;
	if ((!choice || !choice->interpreters) &&
		interpreters_have(function->object))
		return -1;
	return chosen_code_is_framework(function) || is_glib(function) ? -1 : 0;
}
