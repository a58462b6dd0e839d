/* SPDX-License-Identifier: MIT
 * Reports that were kept, one a run, in the order of the revisions they are of. */
#ifndef RETREAD_CLI_HISTORY_RUNS_H
#define RETREAD_CLI_HISTORY_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;

struct history_run {
	const char
		*name; /* of the file, without ".json": a commit, a version */
	const char *path;
	int64_t bytes, changed_ns; /* of the file */
};

struct runs {
	struct history_run *run; /* the oldest revision first */
	size_t count;
	bool by_commits; /* ordered by git, else by their names */
};

/* Finds DIRECTORY/NAME.json. Names that are all commits of the repository we are in
 * have the order of its graph, parents first; others that of version numbers. Clocks
 * are not looked at. In ARENA. Returns 0, or -1 with ERR filled. */
int runs_find(struct runs *runs, struct arena *arena, const char *directory,
	struct error *err);

/* The index of the run NAME, or of the only one whose name begins so; -1: there is
 * none. */
long runs_index(const struct runs *runs, const char *name);

#endif
