/* SPDX-License-Identifier: MIT
 * Which functions the user wants analysed, and which are the test framework's.
 *
 * A PATTERN is `function:GLOB`, `file:GLOB` or `object:GLOB`; a GLOB alone is
 * matched against paths of files and objects when it has a slash, else against
 * the function's name and the base names of both. `*` matches slashes, too, and
 * the end of a path is enough: `src/list.c`, `parse_*`, `file:third_party/?*`. */
#ifndef RETREAD_ANALYZER_CHOSEN_CODE_H
#define RETREAD_ANALYZER_CHOSEN_CODE_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct symbol_function;

/* Borrowed lists of patterns. */
struct chosen_code {
	const char *const *include;
	size_t include_count;
	const char *const *exclude;
	size_t exclude_count;
};

/* -1: FUNCTION is to be left out: a pattern excludes it, others are included but
 * not it, or it belongs to a test framework; 1: it is included; 0: no pattern
 * says anything. CHOSEN NULL: there are none. */
int chosen_code_judge(const struct chosen_code *chosen,
	const struct symbol_function *function);

/* cmocka, check, GLib's g_test, Unity, CppUTest, CppUnit, GoogleTest, Catch2,
 * doctest, Boost.Test: as libraries, built from source, or in headers. */
bool chosen_code_is_framework(const struct symbol_function *function);

#endif
