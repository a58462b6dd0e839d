/* SPDX-License-Identifier: MIT
 * What guidances make of an input: its children, by the mutators, or inputs by chance. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_CHILDREN_H
#define RETREAD_FUZZ_PERF_SEARCH_CHILDREN_H

struct batch;
struct error;
struct fuzz;

/* Functions of a guidance's row. Children of the champion that the schedule picks fill BATCH;
 * what they brought is the schedule's reward. */
int children_of_champion(
	struct fuzz *fuzz, struct batch *batch, struct error *err);
void children_reward(struct fuzz *fuzz, struct batch *batch);

/* Inputs that have no parent. */
int children_by_chance(
	struct fuzz *fuzz, struct batch *batch, struct error *err);
void children_note(struct fuzz *fuzz, struct batch *batch);

/* As many of WANTED inputs as may still be run. */
unsigned children_allowed(const struct fuzz *fuzz, unsigned wanted);

#endif
