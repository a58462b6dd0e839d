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

/* Whether the first LENGTH bytes of NAME do. */
static bool has_test_word(const char *name, size_t length)
{
	size_t begin = 0;

	for (size_t i = 1; i <= length; i++) {
		bool ends = i == length || !isalnum((unsigned char)name[i]) ||
			    (islower((unsigned char)name[i - 1]) &&
				    isupper((unsigned char)name[i])) ||
			    (isdigit((unsigned char)name[i - 1]) &&
				    isalpha((unsigned char)name[i]));
		if (!ends)
			continue;
		if (is_test_word(name + begin, i - begin))
			return true;
		begin = i + (i < length && !isalnum((unsigned char)name[i]));
	}
	return false;
}

bool test_names_have_word(const char *name)
{
	return has_test_word(name, strlen(name));
}

bool test_names_are_of_file(const char *file)
{
	const char *base = words_base_name(file);

	return has_test_word(base, strcspn(base, "."));
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

bool test_names_are_framework(const struct code_names *names)
{
	static const char *const objects[] = {"libcmocka.so*", "libcheck.so*",
		"libunity.so*", "libCppUTest*.so*", "libcppunit*.so*",
		"libgtest*.so*", "libgmock*.so*", "libCatch2*.so*",
		"libboost_unit_test_framework*.so*", NULL};
	static const char *const files[] = {"*/cmocka.c", "*/gtestutils.c",
		"*/unity.c", "*/unity_fixture.c", "*/unity_memory.c",
		"*/CppUTest/*", "*/CppUTestExt/*", "*/cppunit/*",
		"*/googletest/include/*", "*/googletest/src/*",
		"*/googlemock/include/*", "*/googlemock/src/*",
		/* A project's own tests may be in a folder of that name. */
		"*/gtest/gtest*.h", "*/gtest/internal/*", "*/gtest/src/gtest*",
		"*/gmock/gmock*.h", "*/gmock/internal/*", "*/gmock/src/gmock*",
		"*/gtest-all.cc", "*/gtest_main.cc", "*/gmock-gtest-all.cc",
		"*/catch2/*", "*/catch.hpp", "*/catch_amalgamated.[ch]pp",
		"*/doctest.h", "*/boost/test/*", "*/check/src/check*.c", NULL};
	static const char *const name_globs[] = {"testing::Test::*",
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

	return (names->object && matches_glob_list(objects,
					 words_base_name(names->object))) ||
	       (names->file ? matches_glob_list(files, names->file)
			    : matches_glob_list(bare_names, names->function)) ||
	       matches_glob_list(name_globs, names->function);
}
