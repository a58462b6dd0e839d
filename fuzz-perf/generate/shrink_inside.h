/* SPDX-License-Identifier: MIT
 * What shrink.c, which makes rounds of passes, shares with the passes of shrink_parts.c
 * and shrink_draws.c, and with shrink_try.c, which keeps the best input. */
#ifndef RETREAD_FUZZ_PERF_GENERATE_SHRINK_INSIDE_H
#define RETREAD_FUZZ_PERF_GENERATE_SHRINK_INSIDE_H

#include "fuzz-perf/generate/runs.h"

#define SHRINK_NEIGHBOURS                                                      \
	12 /* how far ahead others are changed together with one */

/* An input: its streams, one after another. */
struct flat {
	uint8_t *bytes;
	uint32_t size;
	uint32_t length[PARAMETERS_STREAMS];
};

/* A span of BEST. */
struct shrink_part {
	uint32_t start, end; /* in its bytes */
	uint32_t label;
	uint8_t stream, kind;
};

struct shrink {
	struct isolate *isolate;
	uint64_t identity;
	struct shrink_limits limits;
	uint64_t started_ms;
	unsigned runs;
	unsigned streams;
	char name[PARAMETERS_STREAMS][PARAMETERS_NAME];
	struct flat best, candidate;
	struct shrink_part *part; /* those with labels, the largest first */
	struct shrink_part *draw; /* the others, in the order of the bytes */
	uint32_t parts, draws;
	uint64_t *tried;
};

/* RECORD's input is the best so far. */
void shrink_begin(struct shrink *shrink, const struct gen_record *record);
void shrink_end(struct shrink *shrink);
bool shrink_is_over(const struct shrink *shrink);
/* FLAT as PARAMETERS, which point into it. */
void shrink_describe(const struct shrink *shrink, const struct flat *flat,
	struct parameters *parameters);

/* A change: the candidate is the best one first, is changed, and is tried, which takes
 * it over if it fails in the same way and is smaller. */
void shrink_start(struct shrink *shrink);
void shrink_cut(struct flat *flat, uint32_t from, uint32_t to, unsigned stream);
bool shrink_try(struct shrink *shrink);
/* Cuts PART out of the candidate, which has the best's bytes except for values. */
bool shrink_finish_cut(struct shrink *shrink, const struct shrink_part *part);
bool shrink_try_cut(struct shrink *shrink, const struct shrink_part *part);

/* Passes: each says whether anything was taken over. */
bool shrink_drop_streams(struct shrink *shrink);
bool shrink_delete_parts(struct shrink *shrink);
bool shrink_hoist_parts(struct shrink *shrink);
bool shrink_zero_parts(struct shrink *shrink);
bool shrink_delete_bytes(struct shrink *shrink);
bool shrink_delete_each_size(struct shrink *shrink);
bool shrink_swap_parts(struct shrink *shrink);
bool shrink_lower_draws(struct shrink *shrink);
bool shrink_lower_equals(struct shrink *shrink);
bool shrink_shorten_lengths(struct shrink *shrink);
bool shrink_move_pairs(struct shrink *shrink);
bool shrink_replace_parts(struct shrink *shrink);

#endif
