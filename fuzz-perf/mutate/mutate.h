/* SPDX-License-Identifier: MIT
 * A table of mutators, and which of them to use. */
#ifndef RETREAD_FUZZ_PERF_MUTATE_MUTATE_H
#define RETREAD_FUZZ_PERF_MUTATE_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz-perf/mutate/mutation.h"

#define MUTATE_STEPS 16 /* most mutators applied to one input */

/* What a mutator may need to be known. */
#define MUTATE_SPANS	 1u  /* of generators */
#define MUTATE_INFLUENCE 2u  /* of bytes on branches */
#define MUTATE_WALKS	 4u  /* that a sum is stuck (walk.h): for small steps */
#define MUTATE_STREAMS	 8u  /* that inputs have some (recode.h) */
#define MUTATE_RECORDS	 16u /* the same (fields.h) */
#define MUTATE_CASES	 32u /* of the target's switches */
#define MUTATE_BYTES	 64u /* inputs are not what a generator draws from */

/* One row of the table: a new mutator is a function and a row. */
struct mutate_row {
	const char *name;
	/* Returns whether anything was changed. */
	bool (*apply)(struct mutation *mutation);
	bool is_structural; /* repeats, copies, moves: off for an ablation */
	unsigned needs;	    /* all of these */
};

extern const struct mutate_row mutate_rows[];
extern const unsigned mutate_row_count;

/* Which mutators were applied to an input. */
struct mutate_trail {
	uint8_t row[MUTATE_STEPS];
	unsigned count;
};

#define MUTATE_TABLE 1024

/* Chances of the mutators, learnt from what raised a maximum. */
struct mutate_choice {
	uint8_t table[MUTATE_TABLE]; /* rows, as often as they are likely */
	double *use, *win;	     /* per row, decayed */
	unsigned until_update;
	bool learns;
	bool uses_structure;
	bool steps_once; /* one mutator for each child: a walk */
	unsigned known;	 /* MUTATE_SPANS, ... */
};

void mutate_choice_init(struct mutate_choice *choice, bool learns,
	bool uses_structure, unsigned known);
void mutate_choice_release(struct mutate_choice *choice);

/* What KNOWN stands for is known from now on. */
void mutate_choice_know(struct mutate_choice *choice, unsigned known);

/* Children are made for a walk from now on, or not. Mutators for walks stay. */
void mutate_choice_walk(struct mutate_choice *choice, bool walks);

/* Applies a few mutators to MUTATION and says which. */
void mutate_apply(struct mutate_choice *choice, struct mutation *mutation,
	struct mutate_trail *trail);

/* Reports what became of an input made by TRAIL. GAIN 0: nothing. COST 1: as of others. */
void mutate_reward(struct mutate_choice *choice,
	const struct mutate_trail *trail, double gain, double cost);

#endif
