/* SPDX-License-Identifier: MIT
 * Names by which tests, and the frameworks that run them, are known. */
#include "config.h"

#include "lib/code/test_names.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "lib/code/code_pattern.h"
#include "lib/words.h"

/* "test", "tests", "unittest", "test12", of LENGTH. */
static bool is_test_word(const char *word, size_t length)
{
	static const char *const known[] = {
		"test", "tests", "unittest", "unittests", "runtests"};

	while (length > 0 && isdigit((unsigned char)word[length - 1]))
		length--;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strlen(known[i]) == length &&
			strncasecmp(word, known[i], length) == 0)
			return true;
	return false;
}

/* "check", "verify", "invariants", "isConsistent", of LENGTH. */
static bool is_check_word(const char *word, size_t length)
{
	static const char *const known[] = {"assert", "check", "checks",
		"checked", "consistency", "consistent", "integrity",
		"invariant", "invariants", "sane", "sanity", "valid",
		"validate", "verify"};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strlen(known[i]) == length &&
			strncasecmp(word, known[i], length) == 0)
			return true;
	return false;
}

/* Whether one of the words that the first LENGTH bytes of NAME have IS_KNOWN; not of the
 * arguments of a template, which others give it. */
static bool has_word_that(const char *name, size_t length,
	bool (*is_known)(const char *word, size_t length))
{
	size_t begin = 0, nesting = 0;

	for (size_t i = 1; i <= length; i++) {
		bool ends = i == length || !isalnum((unsigned char)name[i]) ||
			    (islower((unsigned char)name[i - 1]) &&
				    isupper((unsigned char)name[i])) ||
			    (isdigit((unsigned char)name[i - 1]) &&
				    isalpha((unsigned char)name[i]));
		if (!ends)
			continue;
		if (nesting == 0 && is_known(name + begin, i - begin))
			return true;
		if (i < length && name[i] == '<')
			nesting++;
		else if (i < length && name[i] == '>' && nesting > 0)
			nesting--;
		begin = i + (i < length && !isalnum((unsigned char)name[i]));
	}
	return false;
}

bool test_names_have_word(const char *name)
{
	return has_word_that(name, strlen(name), is_test_word);
}

bool test_names_have_argument(const char *name)
{
	const char *arguments = strchr(name, '<');

	return arguments && test_names_have_word(arguments + 1);
}

bool test_names_check(const char *name)
{
	return has_word_that(name, strlen(name), is_check_word);
}

bool test_names_say_nothing(const char *name)
{
	static const char *const words[] = {"test", "tests", "unittest", "a",
		"all", "call", "case", "do", "each", "exec", "execute", "func",
		"function", "invoke", "launch", "one", "perform", "process",
		"run", "single", "start", "the", "try", "unit"};

	while (*name) {
		size_t length = strcspn(name, "_"), i = 0;
		while (i < sizeof words / sizeof words[0] &&
			(strlen(words[i]) != length ||
				strncasecmp(words[i], name, length) != 0))
			i++;
		if (length > 0 && i == sizeof words / sizeof words[0])
			return false;
		name += length + (name[length] == '_');
	}
	return true;
}

bool test_names_are_runner(const char *name)
{
	static const char *const globs[] = {
		"run*", "*_run*", "*::run*", "*runner*", "*tests", "*suite"};

	for (size_t i = 0; i < sizeof globs / sizeof globs[0]; i++)
		if (fnmatch(globs[i], name, FNM_CASEFOLD) == 0)
			return true;
	return fnmatch("*[a-z0-9]Run*", name, 0) == 0;
}

bool test_names_are_of_file(const char *file)
{
	const char *base = words_base_name(file);

	return has_word_that(base, strcspn(base, "."), is_test_word);
}

bool test_names_are_in_folder(const char *file)
{
	for (const char *end; (end = strchr(file, '/')); file = end + 1) {
		size_t length = (size_t)(end - file);
		if (is_test_word(file, length) ||
			(length == 1 && file[0] == 't'))
			return true;
	}
	return false;
}

static bool matches_glob_list(const char *const *globs, const char *text)
{
	for (; *globs; globs++) {
		if (fnmatch(*globs, text, 0) == 0)
			return true;
	}
	return false;
}

/* What a framework is known by: globs of its objects, its source files, and its functions,
 * by their names, or if they have no file by bare ones. */
static const struct test_framework test_frameworks[] = {
	{.name = "cmocka",
		.include = "cmocka.c",
		.objects = {"libcmocka.so*"},
		.files = {"*/cmocka.c"},
		.own_tests = "*/cmocka*/tests/test_*.c"},
	/* Debian has Check without debug information, to be linked statically: what
	 * tests call, or tail calls make of it. */
	{.name = "Check",
		.include = "file:check*.c",
		.objects = {"libcheck.so*"},
		.files = {"*/check/src/check*.c"},
		.bare_names = {"srunner_*", "suite_create", "suite_add_tcase",
			"suite_tcase", "tcase_*", "_tcase_add_test",
			"_ck_assert_failed", "_mark_point", "send_*_info",
			"check_fork", "check_waitpid_and_exit"},
		.own_tests = "*/tests/check_check_*.c"},
	{.name = "GLib",
		.include = "gtestutils.c",
		.files = {"*/gtestutils.c"}},
	{.name = "Unity",
		.include = "unity*.c",
		.objects = {"libunity.so*"},
		.files = {"*/munit.c", "*/unity.c", "*/unity_fixture.c",
			"*/unity_memory.c"},
		.own_tests = "*/testunity.c"},
	{.name = "CppUTest",
		.include = "CppUTest*/?*",
		.objects = {"libCppUTest*.so*"},
		.files = {"*/CppUTest*/Command*", "*/CppUTest*/*TestOutput.*",
			"*/CppUTest*/*Memory*", "*/CppUTest*/Simple*",
			"*/CppUTest*/Test[FHOPR]*", "*/CppUTest*/TestTesting*",
			"*/CppUTest/Utest*", "*/CppUTestExt/Mock*",
			"*/CppUTestExt/Ordered*", "*/CppUTestExt/[GI]*"},
		.own_tests = "*/tests/CppUTest/UtestTest.cpp"},
	{.name = "CppUnit",
		.include = "CppUnit::*",
		.objects = {"libcppunit*.so*"},
		.names = {"CppUnit::*"},
		.own_tests = "*/examples/cppunittest/*"},
	{.name = "GoogleTest",
		.include = "testing::*",
		.objects = {"libgtest*.so*", "libgmock*.so*"},
		/* A project's own tests may be in a folder of such a name. */
		.files = {"*/googletest/include/gtest/*",
			"*/googletest/src/gtest*",
			"*/googlemock/include/gmock/*",
			"*/googlemock/src/gmock*", "*/gtest/gtest*.h",
			"*/gtest/*/gtest*.h", "*/gmock/gmock*.h",
			"*/gmock/*/gmock*.h", "*/gtest/src/gtest*",
			"*/gmock/src/gmock*", "*/g[tm]*-all.cc",
			"*/gtest_main.cc"},
		.names = {"testing::Test::*", "testing::TestInfo::*",
			"testing::TestSuite::*", "testing::TestCase::*",
			"testing::UnitTest::*", "testing::internal::*",
			"testing::InitGoogleTest"},
		.own_tests = "*/google*/test/g[tm]*"},
	{.name = "Catch2",
		.include = "Catch::*",
		.objects = {"libCatch2*.so*"},
		.files = {"*/catch2/catch*.hpp", "*/catch2/*/catch_*",
			"*/catch.hpp", "*/catch_amalgamated.[ch]pp"},
		.names = {"Catch::*"},
		.own_tests = "*/SelfTest/*"},
	{.name = "doctest",
		.include = "doctest::*",
		.files = {"*/doctest.h"},
		.names = {"doctest::*"},
		.own_tests = "*doctest*/examples/all_features/*"},
	{.name = "Boost.Test",
		.include = "boost::unit_test::*",
		.objects = {"libboost_unit_test_framework*.so*"},
		.files = {"*/boost/test/*"},
		.names = {"boost::unit_test::*"},
		.own_tests = "*/test/test/*-ts/*"},
};

/* Whether FRAMEWORK has NAMES. */
static bool framework_has(
	const struct test_framework *framework, const struct code_names *names)
{
	return (names->object && matches_glob_list(framework->objects,
					 words_base_name(names->object))) ||
	       (names->file ? matches_glob_list(framework->files, names->file)
			    : matches_glob_list(framework->bare_names,
				      names->function)) ||
	       matches_glob_list(framework->names, names->function);
}

#define FRAMEWORK_COUNT (sizeof test_frameworks / sizeof test_frameworks[0])

const struct test_framework *test_names_framework(
	const struct code_names *names)
{
	for (size_t i = 0; i < FRAMEWORK_COUNT; i++)
		if (framework_has(&test_frameworks[i], names))
			return &test_frameworks[i];
	return NULL;
}

const char *test_names_include(const char *name)
{
	for (size_t i = 0; i < FRAMEWORK_COUNT; i++)
		if (strcmp(test_frameworks[i].name, name) == 0)
			return test_frameworks[i].include;
	return NULL;
}

const struct test_framework *test_names_tested_framework(const char *file)
{
	for (size_t i = 0; i < FRAMEWORK_COUNT; i++)
		if (test_frameworks[i].own_tests &&
			fnmatch(test_frameworks[i].own_tests, file, 0) == 0)
			return &test_frameworks[i];
	return NULL;
}
