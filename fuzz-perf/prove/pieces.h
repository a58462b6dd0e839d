/* SPDX-License-Identifier: MIT
 * Finds different pieces that make each other dear: words of one bucket,
 * without knowing the hash. */
#ifndef RETREAD_FUZZ_PERF_PROVE_PIECES_H
#define RETREAD_FUZZ_PERF_PROVE_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes;
struct error;
struct probe;
struct pumps;

struct pieces_options {
	uint64_t seed;	    /* of random numbers */
	const bool *wanted; /* by key; NULL: all */
};

/* Where the copies of a part cost the same each, looks for pieces after which
 * each copy costs more. Adds the families it can make of them to PUMPS. Ends
 * when PROBE's phase does. */
int pieces_find(struct pumps *pumps, struct probe *probe,
	const struct bytes *base, size_t count,
	const struct pieces_options *options, struct error *err);

#endif
