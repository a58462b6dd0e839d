/* SPDX-License-Identifier: MIT
 * A few words and signs in a row that an input has several times, in lines and
 * brackets or at all. */
#ifndef RETREAD_LIB_FAMILIES_PHRASES_H
#define RETREAD_LIB_FAMILIES_PHRASES_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/families/layout.h"

struct bytes;

#define PHRASE_BYTES 8 /* of the longest */
#define PHRASES_MAX  48

/* Phrases are alike if they are when all words are the same. */
struct phrase {
	struct span first, last; /* of those that are alike */
	size_t times;
	size_t place; /* where the line, or what is in the brackets, begins */
};

struct phrases {
	struct phrase phrase[PHRASES_MAX];
	size_t count;
};

/* Those of BASE that cover most of it. With IS_BY_PLACE those in different lines and
 * brackets are not alike: of each place the first ones, then of each the second
 * ones. */
void phrases_find(
	struct phrases *phrases, const struct bytes *base, bool is_by_place);

#endif
