/* SPDX-License-Identifier: MIT
 * Counts what a test does at several sizes: runs of the Valgrind tool that counts
 * branches, edge by edge. */
#ifndef RETREAD_FUZZ_PERF_GROW_COUNT_H
#define RETREAD_FUZZ_PERF_GROW_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz-perf/grow/count_process.h"
#include "lib/format/snap_file.h"
#include "lib/memory.h"
#include "lib/table.h"

struct error;

#define COUNT_RUNS_MAX 16

/* An outcome of a branch; addresses are offsets in files. */
struct count_edge {
	uint32_t from_object, to_object; /* 0: code of no file */
	uint64_t from, to;
	enum snap_kind
		kind; /* SNAP_KINDS: bytes that a library touches for a call */
	/* Others from the same place, and to the same. */
	const struct count_edge *next_from, *next_to;
	uint64_t count[COUNT_RUNS_MAX];
};

struct counts {
	struct arena arena;
	struct table table;
	struct table from, to; /* the newest edge of each place */
	struct count_edge **edge;
	size_t edge_count, edge_capacity;
	const char **object; /* paths; number 0 is none */
	size_t object_count, object_capacity;
	struct count_run run[COUNT_RUNS_MAX];
	size_t run_count;
};

void counts_init(struct counts *counts);
void counts_release(struct counts *counts);

/* Runs COMMAND once more and counts, with SETTINGS for the agent (NULL: none), in
 * DIRECTORY for what is left of it. Returns 0, or -1 with ERR filled if it could not be
 * run; however it ends is in the newest run. */
int counts_run(struct counts *counts, char *const *command,
	const char *settings, const char *directory,
	const struct count_limits *limits, struct error *err);

/* Whether the object at PATH is the system's, of which nobody wants lines. */
bool counts_is_system(const char *path);

/* The number of the object at PATH; 0: nothing of it was executed. */
uint32_t counts_object(const struct counts *counts, const char *path);

/* The first edge from, or to, OFFSET of object number OBJECT; NULL: there is none. */
const struct count_edge *counts_from(
	const struct counts *counts, uint32_t object, uint64_t offset);
const struct count_edge *counts_to(
	const struct counts *counts, uint32_t object, uint64_t offset);

#endif
