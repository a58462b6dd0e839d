/* SPDX-License-Identifier: MIT
 * Names by which tests, and the frameworks that run them, are known. */
#ifndef RETREAD_LIB_CODE_TEST_NAMES_H
#define RETREAD_LIB_CODE_TEST_NAMES_H

#include <stdbool.h>

struct code_names;

/* Whether NAME, of a function or file, has a word for tests: "test_list", "list-test",
 * "listTest", "TestList", "pcre2test"; not "latest", "contest" or "list<test>". */
bool test_names_have_word(const char *name);
/* Whether the arguments of a template called NAME have one. */
bool test_names_have_argument(const char *name);
/* Whether the name of FILE has one, without its folder and what follows the first dot. */
bool test_names_are_of_file(const char *file);
/* Whether NAME has a word for what looks whether all is well: "tree_check", "verify",
 * "isConsistent". */
bool test_names_check(const char *name);
/* Whether a folder of FILE is called "test", "tests" or "t". */
bool test_names_are_in_folder(const char *file);
/* Whether NAME is of a function that runs tests: "run_all", "CuTestRun", "load_tests". */
bool test_names_are_runner(const char *name);
/* Whether NAME says that a test is done and not of what: "test", "do_test", "call_one_test". */
bool test_names_say_nothing(const char *name);

/* Borrowed lists end in NULL. */
struct test_framework {
	const char *name;
	const char
		*include; /* the pattern of code_pattern.h that includes it */
	const char *objects[3], *files[12], *names[9], *bare_names[12];
	const char *own_tests; /* files; NULL: not known */
};

/* The test framework that a function is part of; NULL: none. */
const struct test_framework *test_names_framework(
	const struct code_names *names);
/* The pattern of the one that is called NAME; NULL: there is none. */
const char *test_names_include(const char *name);
/* The one whose own tests FILE is part of; NULL: none. */
const struct test_framework *test_names_tested_framework(const char *file);

#endif
