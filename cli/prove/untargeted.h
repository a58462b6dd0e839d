/* SPDX-License-Identifier: MIT
 * `retread prove` without a target, and the budget of `retread hunt`: shared by the
 * files of this room. */
#ifndef RETREAD_CLI_PROVE_UNTARGETED_H
#define RETREAD_CLI_PROVE_UNTARGETED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/command/options.h"
#include "lib/report/report.h"

struct error;
struct prove_points;
struct report;
struct report_finding;

/* ---- tests.c ---- */

/* Do the words of ARGV ask for that? */
bool prove_tests_are_meant(int argc, char **argv);

/* Returns the exit code of the verb. */
int prove_tests(int argc, char **argv);

/* ---- all.c ---- */

struct prove_all {
	double seconds;	     /* of CPU time, for all findings */
	uint64_t max_memory; /* of an analysis, in bytes */
	bool runs_nothing;
	bool is_quiet; /* does not suggest the next command */
};

/* Prints that FINDING is a walk in a test's own code. False: it is not. */
bool prove_say_in_test(const struct report *report,
	const struct report_finding *finding, FILE *out);

/* Returns the exit code of the verb. */
int prove_all_findings(const struct prove_all *all);

/* ---- vary.c ---- */

#define PROVE_VALUES_MAX 32

/* "N=100,200,400", or "100,200,400". */
struct prove_values {
	char *name; /* NULL: none */
	uint64_t value[PROVE_VALUES_MAX];
	size_t count; /* rising, each once */
};

/* Returns -1 with ERR filled. Release VALUES in any case. */
int prove_values_parse(
	struct prove_values *values, const char *text, struct error *err);
void prove_values_release(struct prove_values *values);

struct prove_vary {
	const struct prove_values *values;
	const struct report_finding *finding;
	char *const *command; /* with {} or {N} in it; NULL-ended */
	const char *folder;   /* recordings go to FOLDER/runs */
	const char *symbols;  /* kept by analyzers from run to run */
	/* Of what the command starts, only these are recorded; none: all. */
	const struct option_texts *programs;
	uint64_t max_memory; /* of an analysis, in bytes */
	double seconds;	     /* for all of it */
	bool is_quiet;
	bool prints_output; /* of the test, to the standard error */
};

/* Is there a place for the value in COMMAND? */
bool prove_vary_has_place(
	const struct prove_values *values, char *const *command);

struct prove_varied {
	bool is_partial; /* out of time, or interrupted */
	int signal;	 /* that interrupted; 0: none */
};

/* Records until all values are done, time is over or a signal comes, and adds
 * what it sees to POINTS. Returns 0, or the exit code of a failure that was
 * told. */
int prove_vary_record(const struct prove_vary *vary,
	struct prove_points *points, struct prove_varied *varied);

/* ---- kept.c ---- */

/* Where to record what is to be in FOLDER: a killed recorder may still write there
 * when the next one begins. Free it. */
char *prove_kept_begin(const char *folder);
/* Puts what is there in FOLDER, in place of what was; if IS_WHOLE notes that this is
 * all of COMMAND, NULL-ended. What cannot be noted is recorded again. */
void prove_kept_end(const char *begun, const char *folder, char *const *command,
	bool is_whole);

/* Is that noted, by this version of retread? */
bool prove_kept_has(const char *folder, char *const *command);

/* Are the programs that REPORT is of, and the objects that FINDING of it is in,
 * still those that were recorded? */
bool prove_kept_is_current(
	const struct report *report, const struct report_finding *finding);

/* ---- hunt_budget.c ---- */

struct hunt_budget {
	uint64_t started_ms, end_ms; /* a time; 0: it is in edges */
	uint64_t edges;		     /* what is left of them */
};

/* EDGES, a number of executed edges (500M, 2G) or a time (60s, 10m), takes the place of
 * SECONDS unless it is NULL. */
int hunt_budget_begin(struct hunt_budget *budget, uint64_t seconds,
	const char *edges, struct error *err);

/* Nothing that is worth a start is left. */
bool hunt_budget_is_over(const struct hunt_budget *budget);

/* Whole seconds that are left, 0 for a budget in edges. */
uint64_t hunt_budget_seconds(const struct hunt_budget *budget);

/* A PERCENT of one of COUNT equal shares of what is left, as an option's value:
 * "12s", "300M". Of edges it is taken. Free it. */
char *hunt_budget_share(
	struct hunt_budget *budget, uint64_t count, unsigned percent);

/* Milliseconds since the start. */
uint64_t hunt_budget_elapsed_ms(const struct hunt_budget *budget);

#endif
