/* SPDX-License-Identifier: MIT
 * The page of `retread history`: how many findings each run has, and what became of each
 * finding between which runs. */
#include "config.h"

#include <stdlib.h>

#include "lib/error.h"
#include "viz/data.h"
#include "viz/sections.h"
#include "viz/site.h"

#define RUNS_MAX   200 /* in the table; the trend has all */
#define SEVERITIES 3

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
		JSON("from", json_get_text(&first, "name")),
		JSON("to", json_get_text(&last, "name")));
}

static struct json_value *history_copy_element(
	const struct json_at *at, size_t index)
{
	struct json_at element = json_at_element(at, index, JSON_KIND_OBJECT);

	return json_copy_at(&element);
}

/* With how it was when it came, and how it is now or was at last. */
static struct json_value *viz_history_make_finding(
	const struct json_at *finding)
{
	struct json_at seen = json_at_member(finding, "seen", JSON_KIND_ARRAY);
	struct json_value *value = json_copy_at(finding);
	struct json_value *old = history_copy_element(&seen, 0);
	struct json_value *now =
		history_copy_element(&seen, json_at_length(&seen) - 1);

	json_put_bool(value, "is_changed",
		json_count_of(json_look_up(old, "repeated")) !=
			json_count_of(json_look_up(now, "repeated")));
	json_put(value, "old", old);
	json_put(value, "now", now);
	return value;
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
	json_append(tables,
		JSON_OBJECT(JSON("title", is_gone ? "Gone" : "There now"),
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
	struct json_value *last_runs = json_make_array();
	size_t count = json_at_length(&runs);
	size_t older = data_left_out(count, RUNS_MAX);
	size_t now = history_add_table(tables, &findings, false);
	size_t gone = history_add_table(tables, &findings, true);

	for (size_t i = older; i < count; i++)
		json_append(last_runs, history_copy_element(&runs, i));
	return JSON_OBJECT(JSON("run_count", count), JSON("now_count", now),
		JSON("gone_count", gone),
		JSON("by_commits", json_get_bool(top, "by_commits")),
		JSON_IF(count > 0, "trend", history_make_trend(&runs)),
		JSON("tables", tables), JSON("runs", last_runs),
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
