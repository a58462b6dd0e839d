/* SPDX-License-Identifier: MIT
 * Which functions the user wants analysed, and which are the test framework's. */
#include "config.h"

#include "analyzer/chosen_code.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "analyzer/symbols.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* The whole of PATH, or its end behind a slash. */
static bool matches_path(const char *glob, const char *path)
{
	char *behind;
	bool found;

	if (path == NULL)
		return false;
	if (fnmatch(glob, path, 0) == 0)
		return true;
	behind = memory_format("*/%s", glob);
	found = fnmatch(behind, path, 0) == 0;
	free(behind);
	return found;
}

static bool matches_name(const char *glob, const char *name)
{
	return name != NULL && fnmatch(glob, name, 0) == 0;
}

static bool matches_function(
	const char *glob, const struct symbol_function *function)
{
	return matches_name(glob, function->name) ||
	       matches_name(glob, function->linkage);
}

/* What is behind KIND and a colon in PATTERN; NULL: it is of another kind. A
 * second colon makes it a C++ name. */
static const char *behind_kind(const char *pattern, const char *kind)
{
	size_t length = strlen(kind);

	return strncmp(pattern, kind, length) == 0 && pattern[length] == ':' &&
			       pattern[length + 1] != ':'
		       ? pattern + length + 1
		       : NULL;
}

static bool matches(const char *pattern, const struct symbol_function *function)
{
	const char *glob;

	if ((glob = behind_kind(pattern, "function")) != NULL)
		return matches_function(glob, function);
	if ((glob = behind_kind(pattern, "file")) != NULL)
		return matches_path(glob, function->file);
	if ((glob = behind_kind(pattern, "object")) != NULL)
		return matches_path(glob, function->object);
	if (strchr(pattern, '/') == NULL && matches_function(pattern, function))
		return true;
	return matches_path(pattern, function->file) ||
	       matches_path(pattern, function->object);
}

static bool matches_any(const char *const *patterns, size_t count,
	const struct symbol_function *function)
{
	for (size_t i = 0; i < count; i++) {
		if (matches(patterns[i], function))
			return true;
	}
	return false;
}

static bool matches_glob_list(const char *const *globs, const char *text)
{
	for (; *globs != NULL; globs++) {
		if (fnmatch(*globs, text, 0) == 0)
			return true;
	}
	return false;
}

bool chosen_code_is_framework(const struct symbol_function *function)
{
	static const char *const objects[] = {"libcmocka.so*", "libcheck.so*",
		"libglib-2.0.so*", "libunity.so*", "libCppUTest*.so*",
		"libcppunit*.so*", "libgtest*.so*", "libgmock*.so*",
		"libCatch2*.so*", "libboost_unit_test_framework*.so*", NULL};
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

	return matches_glob_list(objects, base_name(function->object)) ||
	       (function->file != NULL &&
		       matches_glob_list(files, function->file)) ||
	       matches_glob_list(names, function->name);
}

int chosen_code_judge(const struct chosen_code *chosen,
	const struct symbol_function *function)
{
	if (chosen != NULL) {
		if (matches_any(
			    chosen->exclude, chosen->exclude_count, function))
			return -1;
		if (matches_any(
			    chosen->include, chosen->include_count, function))
			return 1;
		if (chosen->include_count > 0)
			return -1;
	}
	return chosen_code_is_framework(function) ? -1 : 0;
}
