/* SPDX-License-Identifier: MIT
 * Instances that a job engine starts. It may start one again while the start before still
 * runs, on a machine that it took for lost. So each start of a task, an epoch, has a
 * folder that nobody else ever writes to, OUT/task003.e002, and goes on from what is in
 * those of the epochs before. Whoever sees a later epoch of its task ends. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_TASK_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_TASK_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct fuzz_options;

struct task {
	const char *name; /* of its folders, without epoch */
	unsigned epoch;	  /* from 1 on */
	/* Of the epochs before, together. */
	uint64_t earlier_ms, earlier_execs;
};

/* Begins an epoch of OPTIONS->task, whose name is OPTIONS->instance until its folder
 * is that. The task as a whole gets the time and the inputs that OPTIONS say: they are
 * lessened by what was used, and the random numbers are others. Returns 1 if nothing is
 * left of them, 0, or -1 with ERR filled. */
int task_begin(struct fuzz_options *options, struct error *err);

/* The folder of EPOCH of a task in OUT. Free it. */
char *task_folder(const char *out, const char *name, unsigned epoch);

/* Has a later epoch begun? */
bool task_is_superseded(const char *out, const struct task *task);

/* Is NAME that of an epoch? Then its number, and *LENGTH characters of NAME are the
 * task's name; else 0. */
unsigned task_epoch(const char *name, int *length);

#endif
