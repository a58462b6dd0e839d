/* SPDX-License-Identifier: MIT
 * Picks the next input and how long to spend on it. */
#ifndef RETREAD_FUZZ_PERF_CORPUS_SCHEDULE_H
#define RETREAD_FUZZ_PERF_CORPUS_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/random.h"

struct feedback;
struct corpus;
struct corpus_input;

/* Ways to pick a key whose champion is mutated. */
enum schedule_way {
	SCHEDULE_INPUT,	 /* any favoured input, each alike */
	SCHEDULE_TOTAL,	 /* a sum: path length, bytes */
	SCHEDULE_HOT,	 /* keys with large values */
	SCHEDULE_RECENT, /* keys that were raised last */
	SCHEDULE_REST,	 /* any input, also those that hold no key */
	SCHEDULE_WAYS,
};

#define SCHEDULE_RECENT_KEYS 64
#define SCHEDULE_RUN_EDGES   400u /* that a run costs beside its edges */

struct schedule {
	struct random *random;
	struct feedback *feedback;
	const struct corpus *corpus;
	uint32_t totals_first; /* indices of the sums */
	uint32_t totals_end;
	/* Indices of which half of the choices are; empty: none are preferred. */
	uint32_t valid_first, valid_end;
	bool only_total; /* ablation: no champions per edge */
	bool learns;
	bool walks;	  /* the sum chosen last is stuck (walk.h) */
	bool weighs_cost; /* slow inputs are chosen less often */
	double rest;	  /* alpha */
	double weight[SCHEDULE_WAYS];
	double gain[SCHEDULE_WAYS], cost[SCHEDULE_WAYS]; /* decayed */
	unsigned until_update;
	uint32_t recent[SCHEDULE_RECENT_KEYS];
	unsigned recent_count, recent_next;
	/* Keys that --target names; picked more often. */
	uint32_t *wanted;
	uint32_t wanted_count;
};

struct schedule_choice {
	enum schedule_way way;
	uint32_t focus; /* index; UINT32_MAX: none */
	struct corpus_input *input;
	unsigned batch; /* how many children */
};

void schedule_init(struct schedule *schedule, struct random *random,
	struct feedback *feedback, const struct corpus *corpus);

/* Chooses among inputs in memory; there is at least one. */
struct schedule_choice schedule_pick(
	struct schedule *schedule, unsigned batch_limit);

/* INDEX got a new champion. */
void schedule_note_raise(struct schedule *schedule, uint32_t index);

/* Reports what a choice brought, and cost, in executed edges. */
void schedule_reward(struct schedule *schedule,
	const struct schedule_choice *choice, double gain, uint64_t edges);

#endif
