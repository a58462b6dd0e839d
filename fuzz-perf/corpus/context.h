/* SPDX-License-Identifier: MIT
 * The domain of contexts: inputs whose last branches are new are kept, too, so that
 * the order of what a loop did counts (SNAP, section 4.5).
 *
 * A hash of all 32 branches that the paper's queue has makes every end of an input
 * new. So the hash is of a suffix, which begins short: it doubles when nothing is
 * new any more, and halves, forgetting all, when its entries fill up. From then on it
 * grows by half of what is left. */
#ifndef RETREAD_FUZZ_PERF_CORPUS_CONTEXT_H
#define RETREAD_FUZZ_PERF_CORPUS_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

#define CONTEXT_SETS 4096

struct branch_context {
	bool is_fixed;	  /* the length was asked for */
	unsigned length;  /* in branches */
	unsigned crowded; /* the least length that fills the entries */
	uint32_t used;	  /* entries of this length */
	uint64_t news;	  /* runs when the last one was new */
	/* Entries that inputs hold that come to the same edges, by a hash of
	 * these. */
	uint8_t held[CONTEXT_SETS];
};

/* LENGTH 0: to be found. */
void context_init(struct branch_context *context, unsigned length);

/* An entry is new, in an input that comes to EDGE_SET, after RUNS. Is the input to be
 * kept for it? */
bool context_takes(
	struct branch_context *context, uint64_t edge_set, uint64_t runs);

enum context_change { CONTEXT_STAYS, CONTEXT_GROWS, CONTEXT_STARTS_ANEW };

/* Is another length better after RUNS? */
enum context_change context_adapt(
	struct branch_context *context, uint64_t runs);

#endif
