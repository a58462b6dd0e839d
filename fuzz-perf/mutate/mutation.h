/* SPDX-License-Identifier: MIT
 * What a mutator works on. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_MUTATION_H
#define RETREAD_FUZZ_PERF_MUTATE_MUTATION_H

#include <stddef.h>
#include <stdint.h>

#include "lib/random.h"

struct dictionary;
struct fields;
struct influence;
struct compared_operands;
struct span_edit;

/* The input that a mutator works on. It may change BYTES and LENGTH, up to LIMIT. */
struct mutation {
	struct random *random;
	uint8_t *bytes;
	size_t length;
	size_t limit;
	const uint8_t *other; /* another input worth taking parts of */
	size_t other_length;
	const struct dictionary *dictionary;
	const struct compared_operands *operands; /* NULL: not known */
	/* What a generator drew of BYTES and of OTHER; NULL: not known, or no
	 * longer true. */
	struct span_edit *spans;
	const struct fields *fields;	   /* of BYTES; NULL: as above */
	const struct influence *influence; /* NULL: not known, as above */
	uint32_t influence_key; /* whose branch is meant; or none's */
};

#endif
