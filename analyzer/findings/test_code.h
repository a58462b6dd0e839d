/* SPDX-License-Identifier: MIT
 * Which functions are a test's own, by the names of functions, files and folders.
 *
 * A test repeats calls on purpose, and what it walks is small. So what repeats in a
 * test's own function says little; what repeats below it, in what it tests, does. */
#ifndef RETREAD_ANALYZER_FINDINGS_TEST_CODE_H
#define RETREAD_ANALYZER_FINDINGS_TEST_CODE_H

#include <stdbool.h>

struct path;
struct symbol_function;

/* Where everything is of tests, nothing is: the folder may be called so by
 * chance. Zero-initialise it, and show it all functions before asking. */
struct test_code {
	bool has_other_folder; /* a function outside of folders of tests */
	bool has_other_name;   /* one whose names say nothing of tests */
	bool has_other;	       /* one with neither */
};

void test_code_note(
	struct test_code *code, const struct symbol_function *function);

/* Whether FUNCTION is a test's own. */
bool test_code_is(
	const struct test_code *code, const struct symbol_function *function);

/* Whether the function at the beginning of PATH is a test's own; main() is if the
 * function that it calls, inlined into it, is. */
bool test_code_has(const struct test_code *code, const struct path *path);

#endif
