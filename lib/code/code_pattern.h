/* SPDX-License-Identifier: MIT
 * Patterns that choose code by function, source file or object.
 *
 * A PATTERN is `function:GLOB`, `file:GLOB` or `object:GLOB`; a GLOB alone is
 * matched against paths of files and objects when it has a slash, else against
 * the function's name and the base names of both. `*` matches slashes, too, and
 * the end of a path is enough: `src/list.c`, `parse_*`, `file:third_party/?*`. */
#ifndef RETREAD_LIB_CODE_CODE_PATTERN_H
#define RETREAD_LIB_CODE_CODE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/* The names of a function; each may be NULL. */
struct code_names {
	const char *function; /* as people write it */
	const char *linkage;  /* as in the object file */
	const char *file;
	const char *object;
};

bool code_pattern_matches(const char *pattern, const struct code_names *names);

/* Returns 0, or -1 with ERR filled: PATTERN is of a kind that is none. */
int code_pattern_check(const char *pattern, struct error *err);

/* Borrowed lists of patterns. */
struct code_choice {
	const char *const *include;
	size_t include_count;
	const char *const *exclude;
	size_t exclude_count;
	bool interpreters; /* are asked for: lib/code/interpreters.h */
};

/* 1: it is included; -1: it is excluded, or others are included and not this; 0:
 * no pattern says anything. */
int code_choice_judge(
	const struct code_choice *choice, const struct code_names *names);

#endif
