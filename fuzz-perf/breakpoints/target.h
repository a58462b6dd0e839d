/* SPDX-License-Identifier: MIT
 * Prepares a program that was not compiled by retread-cc to be run by the fuzzer:
 * finds its blocks, and says how to start it with the agent preloaded. */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_TARGET_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/arguments.h"

struct error;

struct target_options {
	const char *const *objects; /* of libraries: names, patterns or paths */
	size_t object_count;
	const char *function;  /* of a library that is run; NULL: a harness's */
	bool only_reached;     /* as blocks_find */
	bool counts;	       /* under the Valgrind tool snap */
	bool has_context;      /* the last branches of a run */
	const char *predictor; /* NULL: none */
};

struct target {
	struct arguments command;
	char *agent;
	char *tools;	     /* of Valgrind; NULL: runs natively */
	char *lists;	     /* of blocks, for the agent */
	const char *history; /* SNAP_HISTORY_VARIABLE */
};

/* Returns 0, or -1 with ERR filled: COMMAND cannot be run with the agent, and why.
 * Release TARGET in any case. */
int target_prepare(struct target *target, char *const *command,
	const struct target_options *options, struct error *err);
void target_release(struct target *target);

/* Becomes the target. Without a fuzzer the blocks that it came to are written to
 * REACHED (NULL: nowhere). Returns if that fails, with ERR filled. */
void target_start(
	const struct target *target, const char *reached, struct error *err);

#endif
