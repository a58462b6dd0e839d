/* SPDX-License-Identifier: MIT
 * Runs of retread-growth: with which tests, in which order, and what is kept of them. */
#ifndef RETREAD_CLI_GROW_RUNS_H
#define RETREAD_CLI_GROW_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/record/steps.h"
#include "lib/command/options.h"

struct cached;
struct error;
struct report_inputs;
struct test;
struct tests;

#define GROW_EXPERIMENTS "experiments.jsonl" /* of results */

struct grow_request {
	const char *out, *tests, *shard, *changed_since, *cache;
	struct option_texts only, shards;
	uint64_t seconds, run_seconds;
	bool is_quiet, is_suite;
	char *file;	 /* where experiments are kept */
	char *scratch;	 /* a folder */
	char *directory; /* of the test that is grown now; NULL: none is */
	size_t places;	 /* where tests ran, with that */
	size_t to_do;	 /* tests, with the one that is grown now */
	size_t failed;	 /* tests that could not be grown */
	int stopped;	 /* 128 and the number of a signal; 0: none came */
	/* Files that tests must touch to be grown; none: all are. */
	struct changes changes;
	struct cached *cached; /* NULL: none */
};

/* What is left of the budget, in whole seconds; 0: there is none. */
uint64_t grow_time_left(const struct grow_request *request);

/* Once it is known what is grown. */
void grow_runs_open_cache(struct grow_request *request);
void grow_runs_end(struct grow_request *request);
/* Before TEST is grown, or run as it is: tests that run in one place share what is copied
 * there. */
void grow_runs_choose_place(
	struct grow_request *request, const struct test *test);
/* Grows TEST. Returns the part's exit code, or 128 and a signal's number. */
int grow_runs_test(const struct grow_request *request, const struct test *test);
/* Runs TEST as it is, for what it depends on. False: it cannot be run. */
bool grow_runs_look(const struct grow_request *request, const struct test *test,
	struct arena *arena, struct report_inputs *inputs);

/* Leaves of TESTS those of the shard and those that what changed may touch; with a budget
 * those with the newest code come first. Returns an exit code. */
int grow_choose(struct grow_request *request, struct tests *tests);
/* Appends the file FROM to that of experiments. Returns 0, or -1 with ERR filled. */
int grow_runs_append(const struct grow_request *request, const char *from,
	struct error *err);

#endif
