/* SPDX-License-Identifier: MIT
 * Records of lines that begin with a head, as entries of a diff, sections and events of a
 * calendar do: a line that begins as other lines do. */
#ifndef RETREAD_LIB_FAMILIES_HEADED_H
#define RETREAD_LIB_FAMILIES_HEADED_H

#include <stddef.h>

#include "lib/families/layout.h"
#include "lib/families/units.h"

#define HEADED_MAX   4
#define HEADED_BYTES 1024 /* of the longest */

struct headed {
	struct unit unit[HEADED_MAX];
	struct span name
		[HEADED_MAX]; /* the word of a head that tells its record from others */
	size_t count;
};

/* One record of each kind of head, in the order in which the kinds begin in BASE. */
void headed_find(struct headed *headed, const struct bytes *base);
void headed_release(struct headed *headed);

#endif
