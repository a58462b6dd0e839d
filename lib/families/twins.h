/* SPDX-License-Identifier: MIT
 * Items of different groups of an input that belong together: of the same text, or one
 * that names the other. */
#ifndef RETREAD_LIB_FAMILIES_TWINS_H
#define RETREAD_LIB_FAMILIES_TWINS_H

#include <stddef.h>

#include "lib/families/units.h"

#define TWINS_MAX 24

/* FIRST stands before SECOND, which has the first word of FIRST as its word NUMBER. */
struct twin {
	struct unit first, second;
	size_t number;
};

struct twins {
	struct twin twin[TWINS_MAX];
	size_t count;
};

/* Of two groups one twin of each kind, those of the largest groups first. */
void twins_find(struct twins *twins, const struct bytes *base);
void twins_release(struct twins *twins);

#endif
