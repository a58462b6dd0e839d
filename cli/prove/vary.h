/* SPDX-License-Identifier: MIT
 * Records a test at growing values of one argument. */
#ifndef RETREAD_CLI_PROVE_VARY_H
#define RETREAD_CLI_PROVE_VARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/report/report.h"

struct error;
struct prove_points;

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
	double seconds;	      /* for all of it */
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

#endif
