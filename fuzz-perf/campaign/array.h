/* SPDX-License-Identifier: MIT
 * Instances of a campaign as tasks of a job engine. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_ARRAY_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "fuzz-perf/campaign/task.h"

struct error;
struct fuzz_options;

/* The options that tell of it. */
struct array {
	const char *with;   /* NULL: no engine is asked */
	uint64_t instances; /* 0: not said */
	uint64_t task;	    /* which one this is; 0: none */
	bool is_again;
	struct task own; /* what the campaign has of that one */
};

#define ARRAY_ROWS(array)                                                      \
	{"with", 0, OPTION_TEXT, &(array)->with, "ENGINE",                     \
		"have slurm, parallel or make run --instances, which "         \
		"share OUT; print: show the script"},                          \
		{"instances", 'n', OPTION_NUMBER, &(array)->instances, "N",    \
			"how many, with --with", .min = 1, .max = 100000},     \
		{"task", 0, OPTION_NUMBER, &(array)->task, "K",                \
			"be instance K of an engine's, and go on where an "    \
			"earlier start of it was",                             \
			.min = 1, .max = 100000},                              \
	{                                                                      \
		"again", 0, OPTION_FLAG, &(array)->is_again, NULL,             \
			"with --with: though it was submitted before"          \
	}

/* Do they go together? A task gets a name and random numbers of its own. */
int array_check(
	struct array *array, struct fuzz_options *options, struct error *err);

/* Is the campaign for an engine to run, and not for us? */
bool array_is_wanted(const struct array *array);

/* Becomes `retread submit` of tasks that have WORDS, those of the command line.
 * Returns an exit code if it cannot. */
int array_submit(
	const struct array *array, const char *out, char *const *words);

#endif
