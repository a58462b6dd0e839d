/* SPDX-License-Identifier: MIT
 * Decides whether a run set a new maximum, and remembers who holds each. */
#ifndef RETREAD_FUZZ_PERF_CORPUS_FEEDBACK_H
#define RETREAD_FUZZ_PERF_CORPUS_FEEDBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

struct corpus;
struct corpus_input;

/* Who holds one key: the input that reached VALUE, and what is mutated for it,
 * which may be another input that reached it as well (drift along a plateau
 * finds what climbing cannot). */
struct champion {
	struct corpus_input *input; /* NULL: nobody yet */
	uint64_t value;
	uint8_t *drift; /* NULL: the input itself */
	size_t drift_length;
	uint32_t tries; /* batches spent on it since it was raised */
};

struct feedback {
	struct champion *champion; /* by index */
	uint32_t index_count;
	uint32_t *live; /* indices that have a champion, in the order found */
	uint32_t live_count;
	/* The same of PERF_CONTEXTS indices from here on, which are in a list of
	 * their own. */
	uint32_t context_first; /* UINT32_MAX: there are none */
	uint32_t *context;
	uint32_t context_count;
	uint64_t crowns; /* changes of a champion so far, and one */
};

void feedback_init(struct feedback *feedback, uint32_t index_count);
void feedback_release(struct feedback *feedback);

/* INPUT changed the aggregate of INDEX with VALUE. Returns by how much, in
 * doublings. */
double feedback_crown(struct feedback *feedback, struct corpus *corpus,
	uint32_t index, uint64_t value, struct corpus_input *input);

bool feedback_is_context(const struct feedback *feedback, uint32_t index);
/* Nobody holds a context any more. */
void feedback_forget_contexts(struct feedback *feedback, struct corpus *corpus);

/* BYTES reached the value of INDEX's champion too, or nearly: mutate them from
 * now on. */
void feedback_drift(struct feedback *feedback, uint32_t index,
	const uint8_t *bytes, size_t length);

/* The input to mutate for INDEX. */
const uint8_t *feedback_parent(
	const struct feedback *feedback, uint32_t index, size_t *length);

#endif
