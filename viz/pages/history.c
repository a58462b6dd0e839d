/* SPDX-License-Identifier: MIT
 * The page of `retread history`: how many findings each run has, and what became of each
 * finding between which runs. */
#include "config.h"

#include <stdlib.h>

#include "lib/error.h"
#include "viz/data.h"
#include "viz/sections.h"
#include "viz/site.h"

#define TITLE_CHARACTERS 160
#define RUN_CHARACTERS	 20
#define RUNS_MAX	 200 /* in the table; the trend has all */
#define SEVERITIES	 3

static const char *const severities[SEVERITIES] = {"high", "medium", "low"};

/* Where the trend is in its picture. */
#define LEFT   44
#define RIGHT  624
#define TOP    12
#define BOTTOM 186

static uint64_t history_count_of(const struct json_at *run, int severity)
{
	return json_get_count(run, severities[severity], UINT64_MAX >> 8);
}

static uint64_t history_find_most(const struct json_at *runs)
{
	uint64_t most = 0;

	for (size_t i = 0; i < json_at_length(runs); i++) {
		struct json_at run = json_at_element(runs, i, JSON_KIND_OBJECT);
		for (int s = 0; s < SEVERITIES; s++)
			if (history_count_of(&run, s) > most)
				most = history_count_of(&run, s);
	}
	return most;
}

static struct json_value *history_make_line(
	const struct json_at *runs, int severity, uint64_t most)
{
	size_t count = json_at_length(runs);
	struct data_printed points;
	FILE *out = data_begin(&points);

	for (size_t i = 0; i < count; i++) {
		struct json_at run = json_at_element(runs, i, JSON_KIND_OBJECT);
		fprintf(out, "%s%.1f,%.1f", i > 0 ? " " : "",
			LEFT + (double)(RIGHT - LEFT) * (double)i /
					(double)(count > 1 ? count - 1 : 1),
			BOTTOM - (double)(BOTTOM - TOP) *
					 (double)history_count_of(
						 &run, severity) /
					 (double)(most > 0 ? most : 1));
	}
	return JSON_OBJECT(JSON("severity", severities[severity]),
		JSON("points", data_end(&points)));
}

static struct json_value *history_make_trend(const struct json_at *runs)
{
	uint64_t most = history_find_most(runs);
	struct json_value *lines = json_make_array();
	struct json_at first = json_at_element(runs, 0, JSON_KIND_OBJECT);
	struct json_at last = json_at_element(
		runs, json_at_length(runs) - 1, JSON_KIND_OBJECT);

	for (int s = SEVERITIES - 1; s >= 0; s--)
		json_append(lines, history_make_line(runs, s, most));
	return JSON_OBJECT(JSON("most", most), JSON("lines", lines),
		JSON("from", data_short(json_get_text(&first, "name"),
				     RUN_CHARACTERS)),
		JSON("to", data_short(json_get_text(&last, "name"),
				   RUN_CHARACTERS)));
}

static struct json_value *history_make_runs(
	const struct json_at *runs, size_t first)
{
	struct json_value *list = json_make_array();

	for (size_t i = first; i < json_at_length(runs); i++) {
		struct json_at run = json_at_element(runs, i, JSON_KIND_OBJECT);
		struct json_value *row =
			JSON_OBJECT(JSON("name", json_get_text(&run, "name")));
		for (int s = 0; s < SEVERITIES; s++)
			json_put_count(
				row, severities[s], history_count_of(&run, s));
		json_append(list, row);
	}
	return list;
}

static struct json_value *viz_history_make_finding(
	const struct json_at *finding)
{
	struct json_at seen = json_at_member(finding, "seen", JSON_KIND_ARRAY);
	struct json_at first = json_at_element(&seen, 0, JSON_KIND_OBJECT);
	struct json_at last = json_at_element(
		&seen, json_at_length(&seen) - 1, JSON_KIND_OBJECT);
	uint64_t old = json_get_count(&first, "repeated", UINT64_MAX >> 8);
	uint64_t now = json_get_count(&last, "repeated", UINT64_MAX >> 8);
	const char *gone = json_get_text_or_null(finding, "gone");
	const char *file = json_get_text_or_null(finding, "file");

	return JSON_OBJECT(JSON("severity", json_get_text(&last, "severity")),
		JSON("id", json_get_text(finding, "id")),
		JSON("came",
			JSON_OBJECT(JSON("before", json_get_text_or_null(
							   finding, "before")),
				JSON("from", json_get_text(finding, "first")))),
		JSON_IF(gone, "went",
			JSON_OBJECT(
				JSON("before", json_get_text(finding, "last")),
				JSON("from", gone))),
		JSON("repeated", old), JSON("changed", old != now),
		JSON("now", now),
		JSON("law", json_get_text_or_null(&last, "law")),
		JSON("title", data_short(json_get_text(finding, "title"),
				      TITLE_CHARACTERS)),
		JSON_IF(file, "place",
			JSON_OBJECT(JSON("file", file),
				JSON("line", json_get_count(finding, "line",
						     UINT32_MAX)))));
}

/* Adds those that are there in the last run, or those that are gone. Returns how many. */
static size_t history_add_table(
	struct json_value *tables, const struct json_at *findings, bool is_gone)
{
	struct json_value *list = json_make_array();
	size_t count;

	for (size_t i = 0; i < json_at_length(findings); i++) {
		struct json_at finding =
			json_at_element(findings, i, JSON_KIND_OBJECT);
		if (is_gone == !!json_get_text_or_null(&finding, "gone"))
			json_append(list, viz_history_make_finding(&finding));
	}
	count = json_length(list);
	if (count == 0)
		json_free(list);
	else
		json_append(tables,
			JSON_OBJECT(
				JSON("title", is_gone ? "Gone" : "There now"),
				JSON("id", is_gone ? "gone" : "now"),
				JSON("findings", list)));
	return count;
}

static struct json_value *history_make_page(const struct json_at *top)
{
	struct json_at runs = json_at_member(top, "runs", JSON_KIND_ARRAY);
	struct json_at findings =
		json_at_member(top, "findings", JSON_KIND_ARRAY);
	struct json_value *tables = json_make_array();
	size_t count = json_at_length(&runs);
	size_t older = count > RUNS_MAX ? count - RUNS_MAX : 0;
	size_t now = history_add_table(tables, &findings, false);
	size_t gone = history_add_table(tables, &findings, true);

	return JSON_OBJECT(JSON("run_count", count), JSON("now_count", now),
		JSON("gone_count", gone),
		JSON("by_commits", json_get_bool(top, "by_commits")),
		JSON_IF(count > 0, "trend", history_make_trend(&runs)),
		JSON("tables", tables),
		JSON("runs", history_make_runs(&runs, older)),
		JSON("older", older));
}

int site_write_history(const char *from, const char *to, struct error *err)
{
	static const struct sections_item items[] = {{"history", "History"}};

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = "History",
				      .item = items,
				      .item_count = 1,
				      .terms = "terms-walks",
				      .template_ = "history",
				      .make = history_make_page},
		err);
}
