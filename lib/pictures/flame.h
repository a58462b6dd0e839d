/* SPDX-License-Identifier: MIT
 * A flame graph of one profile, or of the difference of two, as SVG: as wide as the cost
 * after, red where a function itself costs more than before, blue where less
 * (after Brendan Gregg, "Differential flame graphs", 2014). From the top, like
 * an icicle. */
#ifndef RETREAD_LIB_PICTURES_FLAME_H
#define RETREAD_LIB_PICTURES_FLAME_H

#include <stdbool.h>
#include <stdio.h>

struct stacks;

struct flame_style {
	const char *unit; /* of the counts: "instructions" */
	const char *before,
		*after; /* what they are of: "typical"; NULL: of one profile */
	const char *title,
		*all; /* of one profile: its name, and that of the top frame */
	bool is_inline; /* a part of a page, whose style it has */
};

/* Draws STACKS, which are sorted. Returns how many frames are too narrow, or too
 * deep, to be drawn. */
size_t flame_print(const struct stacks *stacks, const struct flame_style *style,
	FILE *out);

#endif
