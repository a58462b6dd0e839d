/* SPDX-License-Identifier: MIT
 * What kept reports say, as a database. It holds nothing that the reports do not, and
 * may be removed at any time. Sole user of SQLite. */
#ifndef RETREAD_CLI_HISTORY_STORE_H
#define RETREAD_CLI_HISTORY_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/report/report.h"

struct arena;
struct error;
struct history_run;
struct runs;
struct store;

/* A finding in one run. */
struct store_point {
	uint64_t run; /* index */
	enum report_severity severity;
	uint64_t reads, repeated;
	double degree;	 /* 0: not fitted */
	const char *law; /* that was proved; NULL: none */
};

struct store_finding {
	const char *id, *rule, *function;
	/* In the last run that has it. */
	const char *title;
	const char *file; /* NULL: no debug information */
	uint64_t line;
	struct store_point *point; /* by run */
	size_t point_count;
};

struct store_findings {
	struct store_finding *finding; /* by fingerprint */
	size_t count;
};

/* Opens a copy of the database at PATH, which may be missing, or damaged: then it is
 * made anew. A shared folder is not a place for a database that is in use. Returns NULL
 * with ERR filled when there is no room for the copy. */
struct store *store_open(const char *path, struct error *err);
/* Drops runs that are not among RUNS, and takes note of their order. */
int store_set_runs(
	struct store *store, const struct runs *runs, struct error *err);
/* Is what RUN says in there? */
bool store_has(struct store *store, const struct history_run *run);
/* Adds the findings of REPORT that are shown, as what RUN says. */
int store_add(struct store *store, const struct history_run *run,
	const struct report *report, struct error *err);
/* Everything, in ARENA. Returns 0, or -1 with ERR filled. */
int store_read(struct store_findings *findings, struct arena *arena,
	struct store *store, struct error *err);
/* Puts the copy in the place of the original. */
int store_keep(struct store *store, struct error *err);
void store_close(struct store *store);

#endif
