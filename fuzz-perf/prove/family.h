/* SPDX-License-Identifier: MIT
 * Inputs of any size from one pattern: what a law is proved on. */
#ifndef RETREAD_FUZZ_PERF_PROVE_FAMILY_H
#define RETREAD_FUZZ_PERF_PROVE_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct bytes {
	uint8_t *at;
	size_t length;
};

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

/* Copies of what is repeated that stand beside it are repeated, too: the same
 * inputs, but for K, which begins earlier. */
void family_absorb_copies(struct family *family);

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
