/* SPDX-License-Identifier: MIT
 * Kept reports as a database. */
#include "config.h"

#include "cli/history/store.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/history/runs.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/claim.h"
#include "lib/whole_file.h"

#define LAYOUT "1" /* of the tables */

struct store {
	sqlite3 *base;
	char *path, *copy;
};

static const char tables[] =
	"CREATE TABLE run(name TEXT PRIMARY KEY, position INTEGER, bytes "
	"INTEGER, "
	"changed_ns INTEGER);"
	"CREATE TABLE finding(fingerprint TEXT PRIMARY KEY, id TEXT, rule "
	"TEXT, "
	"function TEXT);"
	"CREATE TABLE seen(run TEXT, fingerprint TEXT, severity INTEGER, "
	"reads INTEGER, repeated INTEGER, degree REAL, law TEXT, title TEXT, "
	"file TEXT, line INTEGER, PRIMARY KEY(run, fingerprint));"
	"PRAGMA user_version = " LAYOUT ";";

static int store_fail(const struct store *store, struct error *err)
{
	return error_set(
		err, "%s: %s", store->copy, sqlite3_errmsg(store->base));
}

static int run_sql(struct store *store, const char *sql, struct error *err)
{
	return sqlite3_exec(store->base, sql, NULL, NULL, NULL) == SQLITE_OK
		       ? 0
		       : store_fail(store, err);
}

/* SQL with its parameters: "t" a text or NULL, "i" an int64_t, "r" a double. NULL with
 * ERR filled if that is not SQL. */
static sqlite3_stmt *store_prepare(struct store *store, struct error *err,
	const char *sql, const char *types, ...)
{
	sqlite3_stmt *statement = NULL;
	va_list values;

	if (sqlite3_prepare_v2(store->base, sql, -1, &statement, NULL) !=
		SQLITE_OK) {
		store_fail(store, err);
		return NULL;
	}
	va_start(values, types);
	for (int i = 1; types[i - 1] != '\0'; i++) {
		if (types[i - 1] == 't')
			sqlite3_bind_text(statement, i,
				va_arg(values, const char *), -1,
				SQLITE_TRANSIENT);
		else if (types[i - 1] == 'i')
			sqlite3_bind_int64(
				statement, i, va_arg(values, int64_t));
		else
			sqlite3_bind_double(
				statement, i, va_arg(values, double));
	}
	va_end(values);
	return statement;
}

/* Runs STATEMENT, which gives no rows, and frees it. */
static int store_finish(
	struct store *store, sqlite3_stmt *statement, struct error *err)
{
	int step = statement ? sqlite3_step(statement) : SQLITE_ERROR;

	if (!statement)
		return -1;
	sqlite3_finalize(statement);
	return step == SQLITE_DONE ? 0 : store_fail(store, err);
}

/*--- opening ---*/

/* A number that a query gives; -1: it gives none. */
static int64_t ask_number(sqlite3_stmt *statement)
{
	int64_t number = -1;

	if (statement && sqlite3_step(statement) == SQLITE_ROW)
		number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

/* Is the base one of this layout, and whole? */
static bool is_usable(struct store *store)
{
	sqlite3_stmt *check;
	bool is_whole;

	if (ask_number(store_prepare(store, NULL, "PRAGMA user_version", "")) !=
		atoi(LAYOUT))
		return false;
	check = store_prepare(store, NULL, "PRAGMA integrity_check", "");
	is_whole = check && sqlite3_step(check) == SQLITE_ROW &&
		   !strcmp((const char *)sqlite3_column_text(check, 0), "ok");
	sqlite3_finalize(check);
	return is_whole;
}

static int store_begin(struct store *store, struct error *err)
{
	int result = 0;

	if (sqlite3_open(store->copy, &store->base) != SQLITE_OK)
		return store_fail(store, err);
	if (!is_usable(store)) {
		sqlite3_close(store->base);
		store->base = NULL;
		if (truncate(store->copy, 0) != 0 ||
			sqlite3_open(store->copy, &store->base) != SQLITE_OK)
			return store_fail(store, err);
		result = run_sql(store, tables, err);
	}
	return result == 0 ? run_sql(store, "BEGIN", err) : -1;
}

struct store *store_open(const char *path, struct error *err)
{
	struct store *store = memory_alloc_zero(1, sizeof *store);
	int descriptor;

	store->path = memory_string_dup(path);
	store->copy = folders_temporary_name();
	descriptor = mkstemp(store->copy);
	if (descriptor < 0)
		error_set_errno(err, "cannot make %s", store->copy);
	else
		close(descriptor);
	if (descriptor < 0 ||
		(access(path, R_OK) == 0 &&
			whole_file_copy(path, store->copy, err) != 0) ||
		store_begin(store, err) != 0) {
		store_close(store);
		return NULL;
	}
	return store;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	sqlite3_close(store->base);
	unlink(store->copy);
	free(store->copy);
	free(store->path);
	free(store);
}

int store_keep(struct store *store, struct error *err)
{
	int result = run_sql(store, "COMMIT", err);

	if (result == 0 && sqlite3_close(store->base) != SQLITE_OK)
		result = store_fail(store, err);
	else if (result == 0)
		store->base = NULL;
	return result == 0 ? whole_file_copy(store->copy, store->path, err)
			   : result;
}

/*--- writing ---*/

int store_set_runs(
	struct store *store, const struct runs *runs, struct error *err)
{
	int result = run_sql(store, "UPDATE run SET position = -1", err);

	for (size_t i = 0; i < runs->count && result == 0; i++)
		result = store_finish(store,
			store_prepare(store, err,
				"UPDATE run SET position = ? WHERE name = ?",
				"it", (int64_t)i, runs->run[i].name),
			err);
	if (result == 0)
		result = run_sql(store,
			"DELETE FROM run WHERE position < 0;"
			"DELETE FROM seen WHERE run NOT IN "
			"(SELECT name FROM run)",
			err);
	return result;
}

bool store_has(struct store *store, const struct history_run *run)
{
	return ask_number(store_prepare(store, NULL,
		       "SELECT count(*) FROM run WHERE name = ? AND "
		       "bytes = ? AND changed_ns = ?",
		       "tii", run->name, run->bytes, run->changed_ns)) > 0;
}

static int store_add_finding(struct store *store, const struct history_run *run,
	const struct report_finding *finding, struct error *err)
{
	char fingerprint[17];
	struct claim_names names = claim_names(finding);
	char *title = claim_title_dup(finding, &names);
	int result;

	snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64,
		finding->fingerprint);
	result = store_finish(store,
		store_prepare(store, err,
			"INSERT OR REPLACE INTO finding VALUES(?,?,?,?)",
			"tttt", fingerprint, finding->id,
			report_rule_name(finding->rule), finding->function),
		err);
	if (result == 0)
		result = store_finish(store,
			store_prepare(store, err,
				"INSERT OR REPLACE INTO seen "
				"VALUES(?,?,?,?,?,?,?,?,?,?)",
				"ttiiirttti", run->name, fingerprint,
				(int64_t)finding->severity,
				(int64_t)finding->evidence.reads,
				(int64_t)report_finding_repeated(finding),
				finding->evidence.points > 0
					? finding->evidence.degree
					: 0.0,
				report_finding_is_proved(finding)
					? finding->proof->model
					: NULL,
				title, finding->file, (int64_t)finding->line),
			err);
	free(title);
	return result;
}

int store_add(struct store *store, const struct history_run *run,
	const struct report *report, struct error *err)
{
	int result = store_finish(store,
		store_prepare(store, err,
			"INSERT OR REPLACE INTO run VALUES(?, -1, ?, ?)", "tii",
			run->name, run->bytes, run->changed_ns),
		err);

	if (result == 0)
		result = store_finish(store,
			store_prepare(store, err,
				"DELETE FROM seen WHERE run = ?", "t",
				run->name),
			err);
	for (size_t i = 0; i < report->finding_count && result == 0; i++)
		if (report_finding_is_shown(&report->finding[i]))
			result = store_add_finding(
				store, run, &report->finding[i], err);
	return result;
}

/*--- reading ---*/

static const char *text_at(
	struct arena *arena, sqlite3_stmt *statement, int column)
{
	return arena_string(
		arena, (const char *)sqlite3_column_text(statement, column));
}

/* Of the finding FINGERPRINT. */
static int read_points(struct store_finding *finding, struct arena *arena,
	struct store *store, const char *fingerprint, struct error *err)
{
	sqlite3_stmt *statement = store_prepare(store, err,
		"SELECT position, severity, reads, repeated, degree, law, "
		"title, file, line "
		"FROM seen JOIN run ON run = name WHERE fingerprint = ? "
		"ORDER BY position",
		"t", fingerprint);
	struct store_point *point = NULL;
	size_t capacity = 0;

	while (statement && sqlite3_step(statement) == SQLITE_ROW) {
		point = memory_grow(point, &capacity, finding->point_count + 1,
			sizeof *point);
		point[finding->point_count++] = (struct store_point){
			.run = (uint64_t)sqlite3_column_int64(statement, 0),
			.severity = (enum report_severity)sqlite3_column_int(
				statement, 1),
			.reads = (uint64_t)sqlite3_column_int64(statement, 2),
			.repeated =
				(uint64_t)sqlite3_column_int64(statement, 3),
			.degree = sqlite3_column_double(statement, 4),
			.law = text_at(arena, statement, 5)};
		finding->title = text_at(arena, statement, 6);
		finding->file = text_at(arena, statement, 7);
		finding->line = (uint64_t)sqlite3_column_int64(statement, 8);
	}
	sqlite3_finalize(statement);
	finding->point =
		arena_copy(arena, point, finding->point_count * sizeof *point);
	free(point);
	return statement ? 0 : -1;
}

int store_read(struct store_findings *findings, struct arena *arena,
	struct store *store, struct error *err)
{
	sqlite3_stmt *statement = store_prepare(store, err,
		"SELECT fingerprint, id, rule, function "
		"FROM finding WHERE fingerprint IN "
		"(SELECT fingerprint FROM seen) ORDER BY fingerprint",
		"");
	struct store_finding *finding = NULL;
	size_t capacity = 0;
	int result = statement ? 0 : -1;

	findings->count = 0;
	while (result == 0 && sqlite3_step(statement) == SQLITE_ROW) {
		struct store_finding *next;
		finding = memory_grow(finding, &capacity, findings->count + 1,
			sizeof *finding);
		next = &finding[findings->count++];
		*next = (struct store_finding){
			.id = text_at(arena, statement, 1),
			.rule = text_at(arena, statement, 2),
			.function = text_at(arena, statement, 3)};
		result = read_points(next, arena, store,
			(const char *)sqlite3_column_text(statement, 0), err);
	}
	sqlite3_finalize(statement);
	findings->finding =
		arena_copy(arena, finding, findings->count * sizeof *finding);
	free(finding);
	return result;
}
