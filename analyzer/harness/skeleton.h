/* SPDX-License-Identifier: MIT
 * From a signature to a fuzz target in C that compiles as it is written. */
#ifndef RETREAD_ANALYZER_HARNESS_SKELETON_H
#define RETREAD_ANALYZER_HARNESS_SKELETON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct signature;

enum skeleton_input {
	SKELETON_NONE,
	SKELETON_BYTES, /* a pointer, and a length beside it */
	SKELETON_STREAM,
	SKELETON_TEXT, /* ends in a NUL */
};

/* How a function gets the fuzzer's input. */
struct skeleton {
	const struct signature *signature;
	enum skeleton_input input;
	size_t pointer, length; /* parameters */
};

/* Returns NULL, or why the function cannot be served, as a sentence without its
 * full stop. */
const char *skeleton_choose(
	struct skeleton *skeleton, const struct signature *signature);

/* "fuzz-parse", for a file. Free it. */
char *skeleton_name_dup(const struct signature *signature);

/* Writes the target. OBJECT: where the function was found. */
void skeleton_print(
	const struct skeleton *skeleton, const char *object, FILE *out);

/* Prints the tasks left to the user, one line each, each after PREFIX. Returns how
 * many. */
size_t skeleton_print_notes(
	const struct skeleton *skeleton, const char *prefix, FILE *out);

#endif
