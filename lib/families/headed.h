/* SPDX-License-Identifier: MIT
 * Records of lines that begin with a head, as entries of a diff and sections do: a line that
 * begins as other lines do; and frames, as of a macro: from a line to one that ends what it
 * begins ("begin" and "end", ".macro" and ".endmacro", "@table" and "@end table"). */
#ifndef RETREAD_LIB_FAMILIES_HEADED_H
#define RETREAD_LIB_FAMILIES_HEADED_H

#include <stddef.h>

#include "lib/families/layout.h"
#include "lib/families/units.h"

#define HEADED_MAX   4
#define HEADED_BYTES 1024 /* of the longest */

struct headed {
	struct unit unit[HEADED_MAX];
	/* The word of a first line that makes its record another; empty: there is none. */
	struct span name[HEADED_MAX];
	size_t count;
};

/* Frames, one of a kind, then one record of each kind of head, in the order in which the kinds
 * begin in BASE. */
void headed_find(struct headed *headed, const struct bytes *base);
void headed_release(struct headed *headed);

#endif
