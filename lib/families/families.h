/* SPDX-License-Identifier: MIT
 * Larger versions of an input, by how it is laid out: n different names, n copies,
 * n levels. */
#ifndef RETREAD_LIB_FAMILIES_FAMILIES_H
#define RETREAD_LIB_FAMILIES_FAMILIES_H

#include <stddef.h>

#include "lib/families/family.h"

struct families {
	struct family *family;
	size_t count, capacity;
};

/* Adds those of BASE, the most promising first. In turn: two items of the same text or
 * name, with the same numbers; records with a head, their name numbered, and as they are;
 * units, those that most of it
 * is made of before others, with the first word numbered, with all of them, as they
 * are, with another word numbered; nested brackets and tags; a few words or signs; two
 * such phrases; two units with the same numbers. With no repetition each is BASE, or
 * nearly. */
void families_list(struct families *families, const struct bytes *base);
void families_release(struct families *families);

#endif
