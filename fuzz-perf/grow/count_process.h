/* SPDX-License-Identifier: MIT
 * The process that a run is: what it becomes, within which limits, and how it ended. */
#ifndef RETREAD_FUZZ_PERF_GROW_COUNT_PROCESS_H
#define RETREAD_FUZZ_PERF_GROW_COUNT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct count_servers;

/* How a run ended. */
enum count_outcome {
	COUNT_ENDED,
	COUNT_FAILED, /* with another exit code than 0 */
	COUNT_DIED,   /* by a signal */
	COUNT_TOO_LONG,
};

struct count_run {
	enum count_outcome outcome;
	int code;	  /* exit code or signal */
	double seconds;	  /* CPU time */
	uint64_t written; /* bytes: snap_file.h */
	uint64_t cells;	  /* of memory that it wrote */
	uint64_t work;	  /* executions of all branches */
	/* Of the function that was asked for: calls, and those that repeat others. */
	uint64_t argument_calls, argument_repeats;
};

struct count_limits {
	const char *arguments; /* the tool's option: a function; NULL: none */
	const char *input;     /* a file for its standard input; NULL: none */
	bool is_here;	/* it runs where we are, not in DIRECTORY's tree */
	bool is_native; /* nothing is counted: how does it end? */
	/* Processes that fork for runs; NULL: each is started by itself. */
	struct count_servers *servers;
	double seconds; /* CPU time (0: any); by the clock, longer */
	uint64_t memory_bytes;
};

#define COUNT_OUTPUT "output" /* of the newest run, in DIRECTORY */
/* The process becomes WORDS, the tool and all, as it is for a run. */
_Noreturn void count_process_become(char *const *words, const char *settings,
	const char *directory, const struct count_limits *limits);
/* How long a run of SECONDS of CPU time may take by the clock. */
double count_process_clock(double seconds);
/* How a run ended, of which wait() has STATUS. */
void count_process_set_outcome(struct count_run *run, int status);

#endif
