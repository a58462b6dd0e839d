/* SPDX-License-Identifier: MIT
 * What was seen in recordings of tests that were grown, kept in a file of the results: a
 * run that is killed loses the recording under way. */
#ifndef RETREAD_CLI_PROVE_EXPERIMENTS_H
#define RETREAD_CLI_PROVE_EXPERIMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/digest.h"

/* What a finding was in a recording. */
struct seen_finding {
	const char *id;
	uint64_t reads;	  /* of its sites */
	uint64_t longest; /* walk, in cells */
	uint64_t walks;	  /* of one call, at most */
	uint64_t
		spread; /* different cells of one call, at most; 0: not known */
};

/* One recording. */
struct seen_run {
	const char *key;
	const char *test;    /* that was run alone; NULL: none */
	const char *changed; /* for people; NULL: nothing */
	bool has_ended;
	bool is_short; /* it did not: the analysis came near its memory limit */
	int signal;    /* that ended it; 0: none */
	double seconds;
	struct seen_finding *finding;
	size_t finding_count;
	const char *
		*file; /* of the test as it is: that it opened in its folder */
	size_t file_count;
};

struct kept_runs;

/* Reads PATH, a file of JSON lines, as far as it is one. */
struct kept_runs *kept_runs_open(const char *path);
void kept_runs_close(struct kept_runs *kept);

/* The run with KEY that has all COUNT of FINDING's ids; NULL: there is none. */
const struct seen_run *kept_runs_find(const struct kept_runs *kept,
	const char *key, const struct seen_finding *finding, size_t count);
/* Keeps a copy of RUN. What cannot be written is recorded again. */
void kept_runs_add(struct kept_runs *kept, const struct seen_run *run);

#endif
