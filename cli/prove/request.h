/* SPDX-License-Identifier: MIT
 * What is asked of a proof by larger data: of which finding, and what it may take. */
#ifndef RETREAD_CLI_PROVE_REQUEST_H
#define RETREAD_CLI_PROVE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct report;
struct report_finding;

/* Commands: the next if one does not show the finding. */
#define PROVE_WITNESSES_MAX 4
/* Of a test, of CPU time: a larger run shows no more. */
#define PROVE_RUN_SECONDS 30

struct prove_grow {
	const struct report_finding *finding;
	const struct report *report; /* that it is of */
	const char *results;	     /* where its recording is */
	const char *folder;  /* of the proof: inputs go to FOLDER/grown */
	const char *symbols; /* kept by analyzers from run to run; absolute */
	size_t command; /* 1 for the first in the manifest, ...: commands that show it less
			 * come after; 0: the one that shows it best is first */
	double seconds;	     /* of CPU time, for all of it */
	uint64_t max_memory; /* of an analysis, in bytes */
	bool is_quiet;
	bool prints_output; /* of the command, to the standard error */
};

#endif
