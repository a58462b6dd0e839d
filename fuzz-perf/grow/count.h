/* SPDX-License-Identifier: MIT
 * Counts what a test does at several sizes: runs of the Valgrind tool that counts
 * branches, edge by edge. */
#ifndef RETREAD_FUZZ_PERF_GROW_COUNT_H
#define RETREAD_FUZZ_PERF_GROW_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/snap_file.h"
#include "lib/memory.h"
#include "lib/table.h"

struct error;

#define COUNT_RUNS_MAX 16

/* How a run ended. */
enum count_outcome {
	COUNT_ENDED,
	COUNT_FAILED, /* with another exit code than 0 */
	COUNT_DIED,   /* by a signal */
	COUNT_TOO_LONG,
};

/* An outcome of a branch; addresses are offsets in files. */
struct count_edge {
	uint32_t from_object, to_object; /* 0: code of no file */
	uint64_t from, to;
	enum snap_kind
		kind; /* SNAP_KINDS: bytes that a library touches for a call */
	uint64_t count[COUNT_RUNS_MAX];
};

struct count_run {
	enum count_outcome outcome;
	int code;	  /* exit code or signal */
	double seconds;	  /* CPU time */
	uint64_t written; /* bytes of its output */
	uint64_t cells;	  /* of memory that it wrote */
	/* Of the function that was asked for: calls, and those that repeat others. */
	uint64_t argument_calls, argument_repeats;
};

struct counts {
	struct arena arena;
	struct table table;
	struct count_edge **edge;
	size_t edge_count, edge_capacity;
	const char **object; /* paths; number 0 is none */
	size_t object_count, object_capacity;
	struct count_run run[COUNT_RUNS_MAX];
	size_t run_count;
};

void counts_init(struct counts *counts);
void counts_release(struct counts *counts);

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

/* Runs COMMAND once more and counts, with SETTINGS for the agent (NULL: none), in
 * DIRECTORY for what is left of it. Returns 0, or -1 with ERR filled if it could not be
 * run; however it ends is in the newest run. */
int counts_run(struct counts *counts, char *const *command,
	const char *settings, const char *directory,
	const struct count_limits *limits, struct error *err);

#define COUNT_OUTPUT "output" /* of the newest run, in DIRECTORY */
/* The process becomes WORDS, the tool and all, as it is for a run. */
_Noreturn void counts_become(char *const *words, const char *settings,
	const char *directory, const struct count_limits *limits);
/* How long a run of SECONDS of CPU time may take by the clock. */
double counts_clock(double seconds);
/* How a run ended, of which wait() has STATUS. */
void counts_set_outcome(struct count_run *run, int status);

/* Makes a tree in DIRECTORY, unless there is one, for all runs: what a test writes where it runs, which is
 * here, is written there. Returns 0, or -1 with ERR filled. */
int counts_make_tree(const char *directory, struct error *err);
/* PATH as it is called outside of that tree. */
const char *counts_path_outside(const char *directory, const char *path);
/* Goes there. Returns 0, or -1 with errno set. */
int counts_enter_tree(const char *directory);

/* Whether the object at PATH is the system's, of which nobody wants lines. */
bool counts_is_system(const char *path);

/* The number of the object at PATH; 0: nothing of it was executed. */
uint32_t counts_object(const struct counts *counts, const char *path);

#endif
