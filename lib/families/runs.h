/* SPDX-License-Identifier: MIT
 * A few words and signs in a row that an input has several times, in lines and
 * brackets or at all. */
#ifndef RETREAD_LIB_FAMILIES_RUNS_H
#define RETREAD_LIB_FAMILIES_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/families/layout.h"

struct bytes;

#define RUN_BYTES 8 /* of the longest */
#define RUNS_MOST 48

/* Runs are alike if they are when all words are the same. */
struct run {
	struct span first, last; /* of those that are alike */
	size_t times;
	size_t place; /* where the line, or what is in the brackets, begins */
};

struct runs {
	struct run run[RUNS_MOST];
	size_t count;
};

/* Those of BASE that cover most of it. With IS_BY_PLACE those in different lines and
 * brackets are not alike: of each place the first ones, then of each the second
 * ones. */
void runs_find(struct runs *runs, const struct bytes *base, bool is_by_place);

#endif
