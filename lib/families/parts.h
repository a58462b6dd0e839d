/* SPDX-License-Identifier: MIT
 * The items that an input mostly consists of, any number of them: of which some can be
 * left out. */
#ifndef RETREAD_LIB_FAMILIES_PARTS_H
#define RETREAD_LIB_FAMILIES_PARTS_H

#include <stddef.h>

#include "lib/families/layout.h"

struct bytes;

/* Items of the outermost group that has several, each up to the next one; lines if no
 * brackets are around any. */
struct parts {
	struct span *item; /* free it */
	size_t count;
	char separator;
};

void parts_find(struct parts *parts, const struct bytes *base);

/* BASE with the items of PARTS from FIRST up to END only, without the separator that
 * ends the last one of brackets. Release it. */
struct bytes parts_keep(const struct parts *parts, const struct bytes *base,
	size_t first, size_t end);

#endif
