/* SPDX-License-Identifier: MIT
 * What has changed since a commit, by git. */
#ifndef RETREAD_CLI_RECORD_CHANGES_H
#define RETREAD_CLI_RECORD_CHANGES_H

#include <stddef.h>

#include "lib/options.h"

struct error;

/* Source files as patterns of --include: "file:src/list.c". */
struct changes {
	char **pattern;
	size_t count;
	size_t capacity;
};

/* Finds the source files of C and C++ that differ from COMMIT in the repository
 * of this directory. Returns 0, or -1 with ERR filled. */
int changes_find(
	struct changes *changes, const char *commit, struct error *err);
void changes_release(struct changes *changes);

/* Adds the patterns to INCLUDE, which borrows them. */
void changes_include(
	const struct changes *changes, struct option_texts *include);

#endif
