/* SPDX-License-Identifier: MIT
 * Names by which tests, and the frameworks that run them, are known. */
#ifndef RETREAD_LIB_CODE_TEST_NAMES_H
#define RETREAD_LIB_CODE_TEST_NAMES_H

#include <stdbool.h>

struct code_names;

/* Whether NAME, of a function or file, has a word for tests: "test_list", "list-test",
 * "listTest", "TestList", "pcre2test"; not "latest" or "contest". */
bool test_names_have_word(const char *name);
/* The same for a file's name without its folder and what follows the first dot. */
bool test_names_are_of_file(const char *file);
/* Whether a folder of FILE is called "test", "tests" or "t". */
bool test_names_are_in_folder(const char *file);

/* Whether a function is part of a test framework. */
bool test_names_are_framework(const struct code_names *names);

#endif
