/* SPDX-License-Identifier: MIT
 * Inputs of any size from one pattern: what a law is proved on. */
#ifndef RETREAD_LIB_FAMILIES_FAMILY_H
#define RETREAD_LIB_FAMILIES_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct bytes {
	uint8_t *at;
	size_t length;
};

/* Where a repeated part has a number instead of its own bytes: each repetition
 * has the next one, all of one width, so that counts are polynomials. */
#define FAMILY_MARKS   6
#define FAMILY_DIGITS  4 /* 0000, 0001, ... */
#define FAMILY_LETTERS 3 /* aaa, aab, ... */

struct family_mark {
	size_t at; /* in the part */
	char zero; /* '0', 'a' or 'A' */
};

struct family_marks {
	struct family_mark mark[FAMILY_MARKS]; /* by place */
	size_t count;
};

/* Bytes that a mark replaces. */
size_t family_mark_width(const struct family_mark *mark);

enum family_kind {
	/* PREFIX FIRST^K MIDDLE SECOND^K SUFFIX */
	FAMILY_PUMP,
	/* PREFIX, each CHUNK bytes of FIRST K times in turn, SUFFIX */
	FAMILY_STRETCH,
	/* PREFIX, K different pieces, MIDDLE, SECOND^(COPIES K), SUFFIX */
	FAMILY_PIECES,
};

struct family {
	enum family_kind kind;
	struct bytes prefix, first, middle, second, suffix;
	struct family_marks first_marks, second_marks; /* of a PUMP */
	size_t chunk;
	struct bytes *piece;
	size_t piece_count;
	bool is_product; /* two pieces in a row are a piece, too */
	size_t copies;
};

struct bytes bytes_dup(const uint8_t *at, size_t length);
/* A copy of BASE from FIRST to END. */
struct bytes bytes_part(const struct bytes *base, size_t first, size_t end);
void bytes_release(struct bytes *bytes);
bool bytes_are_equal(const struct bytes *a, const struct bytes *b);

void family_release(struct family *family);
struct family family_dup(const struct family *family);

/* The part of BASE from FIRST to END is repeated. */
struct family family_pump(const struct bytes *base, size_t first, size_t end);
/* Two parts of BASE are repeated, the first one ending before the second. */
struct family family_pair(const struct bytes *base, size_t first, size_t end,
	size_t second_first, size_t second_end);
struct family family_stretch(const struct bytes *base, size_t chunk);

/* Copies of what is repeated that stand beside it are repeated, too, and so are those that
 * follow it with the numbers that it would be given: the same inputs, except for K, which
 * begins earlier. */
void family_absorb_copies(struct family *family);

/* Has it numbers in what is repeated? */
bool family_is_numbered(const struct family *family);

/* Takes the SIZE bytes at AT away from PART of FAMILY, and moves its marks. Returns
 * false, with nothing changed, if a mark is in there. */
bool family_cut(
	struct family *family, struct bytes *part, size_t at, size_t size);

/* The largest K there is; SIZE_MAX without a limit. */
size_t family_limit(const struct family *family);
size_t family_length(const struct family *family, size_t k);
/* Writes family_length bytes. */
void family_build(const struct family *family, size_t k, uint8_t *to);
/* The largest K of an input of LENGTH bytes, at least 1. */
size_t family_fit(const struct family *family, size_t length);

/* Three K, each twice the one before, at which what is repeated is most of an
 * input of up to MOST bytes. */
#define FAMILY_STEPS 3
void family_choose_k(
	const struct family *family, size_t most, size_t k[FAMILY_STEPS]);

/* The pattern for a person: "a " x k. */
char *family_pattern_dup(const struct family *family);
/* A shell script that prints the input for the K it is given. */
void family_print_script(const struct family *family, FILE *out);
/* Bytes that no terminal shows. */
size_t family_unprintable(const struct family *family);

#endif
