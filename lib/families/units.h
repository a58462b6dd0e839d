/* SPDX-License-Identifier: MIT
 * Parts of an input that can be there several times: lines, records of lines, items of
 * groups with their separators, texts with an element, groups and elements as a whole. */
#ifndef RETREAD_LIB_FAMILIES_UNITS_H
#define RETREAD_LIB_FAMILIES_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/families/family.h"
#include "lib/families/layout.h"

#define UNITS_MAX  40
#define UNIT_BYTES 256 /* of the longest, except for records */

struct unit {
	struct bytes text;
	size_t at;     /* in the input: where copies are put */
	size_t depth;  /* of brackets around it */
	size_t times;  /* that its shape is there */
	size_t items;  /* in a row that it is */
	bool is_again; /* one like it is there at another depth */
	/* Of a record: what its last line begins with. */
	struct {
		size_t at, length;
	} key;
};

struct units {
	struct unit unit[UNITS_MAX];
	size_t count;
};

/* Those of BASE; at each depth, of those that are alike one. What makes most of the
 * input comes first, and what is there at another depth last. */
void units_find(struct units *units, const struct bytes *base);
void units_release(struct units *units);

/* Which words of a unit are numbered. */
#define UNIT_FIRST_WORD 0
#define UNIT_ALL_WORDS	SIZE_MAX
#define UNIT_NO_WORD	(SIZE_MAX - 1)

/* UNIT's text with numbers in place of the end of word NUMBER, or as named above:
 * key1 becomes key0000, abc abcaaa, 7 10000. Sets MARKS. Release it. An empty text:
 * there is no such word. */
struct bytes unit_number(
	const struct unit *unit, size_t number, struct family_marks *marks);
/* The same in place of the end of each word that is the one at NAME of the text, as long as
 * there are marks. */
struct bytes unit_number_name(const struct unit *unit, const struct span *name,
	struct family_marks *marks);

#endif
