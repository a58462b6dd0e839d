/* SPDX-License-Identifier: MIT
 * Records a command on larger versions of a file that it read, until the reads of a
 * finding grow faster than the file. */
#ifndef RETREAD_CLI_PROVE_GROW_H
#define RETREAD_CLI_PROVE_GROW_H

#include <stdbool.h>
#include <stdint.h>

struct arguments;
struct prove_points;
struct report;
struct report_finding;

#define PROVE_WITNESSES_MAX                                                    \
	4 /* commands: the next if one does not show the finding */

#define PROVE_RUN_SECONDS                                                      \
	30 /* of a test, of CPU time: a larger run shows no more */

struct prove_grow {
	const struct report_finding *finding;
	const struct report *report; /* that it is of */
	const char *results;	     /* where its recording is */
	const char *folder;  /* of the proof: inputs go to FOLDER/grown */
	const char *symbols; /* kept by analyzers from run to run; absolute */
	double seconds;	     /* of CPU time, for all of it */
	uint64_t max_memory; /* of an analysis, in bytes */
	bool is_quiet;
	bool prints_output; /* of the command, to the standard error */
};

/* Whether a command that shows FINDING of REPORT, from RESULTS, reads files. */
bool prove_grow_has_files(const struct report *report, const char *results,
	const struct report_finding *finding);

/* Grows the files that the recorded command read, if there are any: then COMMAND gets
 * its words, @@ being the file, and POINTS what was seen of one pattern, the one that
 * is steep if there is any. The command runs in FOLDER/scratch, on copies; they stay
 * in FOLDER/files if it opens the file by a name of its own. Returns 0, or the exit
 * code of a failure that was told; *SIGNAL is the number of what interrupted it, or
 * 0. */
int prove_grow(const struct prove_grow *request, struct prove_points *points,
	struct arguments *command, int *signal);

#endif
