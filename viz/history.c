/* SPDX-License-Identifier: MIT
 * The page of `retread history`: how many findings each run has, and what became of each
 * finding between which runs. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/words.h"
#include "viz/cards.h"
#include "viz/html.h"
#include "viz/sections.h"

#define TITLE_CHARACTERS 160
#define RUN_CHARACTERS	 20
#define RUNS_MAX	 200 /* in the table; the trend has all */
#define SEVERITIES	 3

static const char *const severities[SEVERITIES] = {"high", "medium", "low"};

/*--- the trend ---*/

#define WIDTH  640
#define HEIGHT 220
#define LEFT   44
#define RIGHT  16
#define TOP    12
#define BOTTOM 34

static uint64_t history_count_of(const struct json_at *run, int severity)
{
	return json_get_count(run, severities[severity], UINT64_MAX >> 8);
}

static double x_of(size_t run, size_t runs)
{
	return LEFT + (double)(WIDTH - LEFT - RIGHT) * (double)run /
			      (double)(runs > 1 ? runs - 1 : 1);
}

static double y_of(uint64_t count, uint64_t most)
{
	return HEIGHT - BOTTOM -
	       (double)(HEIGHT - TOP - BOTTOM) * (double)count /
		       (double)(most > 0 ? most : 1);
}

static uint64_t find_most(const struct json_at *runs)
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

static void history_print_line(
	FILE *out, const struct json_at *runs, int severity, uint64_t most)
{
	size_t count = json_at_length(runs);

	html_print(out, "<polyline class=\"trend %r\" points=\"",
		severities[severity]);
	for (size_t i = 0; i < count; i++) {
		struct json_at run = json_at_element(runs, i, JSON_KIND_OBJECT);
		html_print(out, "%r%d,%d", i > 0 ? " " : "", x_of(i, count),
			y_of(history_count_of(&run, severity), most));
	}
	fputs("\"/>\n", out);
}

static char *run_name_dup(const struct json_at *run)
{
	const char *name = json_get_text(run, "name");

	return words_shorten(name ? name : "?", RUN_CHARACTERS);
}

static void history_print_axes(
	FILE *out, const struct json_at *runs, uint64_t most)
{
	size_t count = json_at_length(runs);
	struct json_at first = json_at_element(runs, 0, JSON_KIND_OBJECT);
	struct json_at last =
		json_at_element(runs, count - 1, JSON_KIND_OBJECT);
	char *from = run_name_dup(&first), *to = run_name_dup(&last);

	html_print(out,
		"<path class=\"axis\" d=\"M%u %u V%u H%u\"/>\n"
		"<text class=\"label end\" x=\"%u\" y=\"%u\">%n</text>\n"
		"<text class=\"label end\" x=\"%u\" y=\"%u\">0</text>\n"
		"<text class=\"label\" x=\"%u\" y=\"%u\">%t</text>\n"
		"<text class=\"label end\" x=\"%u\" y=\"%u\">%t</text>\n",
		(uint64_t)LEFT, (uint64_t)TOP, (uint64_t)(HEIGHT - BOTTOM),
		(uint64_t)(WIDTH - RIGHT), (uint64_t)(LEFT - 6),
		(uint64_t)(TOP + 8), most, (uint64_t)(LEFT - 6),
		(uint64_t)(HEIGHT - BOTTOM), (uint64_t)LEFT,
		(uint64_t)(HEIGHT - 12), from, (uint64_t)(WIDTH - RIGHT),
		(uint64_t)(HEIGHT - 12), to);
	free(from);
	free(to);
}

static void print_trend(FILE *out, const struct json_at *runs)
{
	uint64_t most = find_most(runs);

	html_print(out,
		"<h2>Trend</h2>\n<div class=\"scroll\" tabindex=\"0\">"
		"<svg class=\"plot\" viewBox=\"0 0 %u %u\" width=\"%u\" "
		"height=\"%u\" role=\"img\" aria-label=\"Findings in each run: "
		"high, medium and low; the table below has the numbers\">\n",
		(uint64_t)WIDTH, (uint64_t)HEIGHT, (uint64_t)WIDTH,
		(uint64_t)HEIGHT);
	history_print_axes(out, runs, most);
	for (int s = SEVERITIES - 1; s >= 0; s--)
		history_print_line(out, runs, s, most);
	fputs("</svg></div>\n<p class=\"note\">", out);
	for (int s = 0; s < SEVERITIES; s++)
		html_print(out, "<span class=\"severity %r\">%r</span> ",
			severities[s], severities[s]);
	fputs("findings, the first run on the left</p>\n", out);
}

/*--- tables ---*/

static void viz_history_print_runs(FILE *out, const struct json_at *runs)
{
	static const struct cards_column columns[] = {{"Run"},
		{"High", NULL, true}, {"Medium", NULL, true},
		{"Low", NULL, true}};
	size_t count = json_at_length(runs);
	size_t first = count > RUNS_MAX ? count - RUNS_MAX : 0;

	cards_begin(out, &(struct cards){.prefix = "history-",
				 .id = "runs",
				 .caption = "The last run comes last",
				 CARDS_COLUMNS(columns),
				 .has_filter = true});
	for (size_t i = first; i < count; i++) {
		struct json_at run = json_at_element(runs, i, JSON_KIND_OBJECT);
		html_print(out,
			"<tr><th scope=\"row\" data-label=\"Run\">%t</th>",
			json_get_text(&run, "name"));
		for (int s = 0; s < SEVERITIES; s++)
			html_print(out,
				"<td data-label=\"%r\" class=\"number\">%n"
				"</td>",
				columns[s + 1].name, history_count_of(&run, s));
		fputs("</tr>\n", out);
	}
	cards_end(out);
	if (first > 0)
		html_print(out,
			"<p class=\"note\">%n older runs are in the "
			"JSON.</p>\n",
			(uint64_t)first);
}

/* The runs between which a finding came, or went. */
static void history_print_range(FILE *out, const char *label,
	const char *before, const char *from, const char *always)
{
	html_print(out, "<td data-label=\"%r\">", label);
	if (!from)
		fputs(always, out);
	else if (before)
		html_print(
			out, "<code>%t</code>..<code>%t</code>", before, from);
	else
		html_print(out, "<code>%t</code> or earlier", from);
	fputs("</td>", out);
}

static void print_seen(FILE *out, const struct json_at *finding)
{
	struct json_at seen = json_at_member(finding, "seen", JSON_KIND_ARRAY);
	struct json_at first = json_at_element(&seen, 0, JSON_KIND_OBJECT);
	struct json_at last = json_at_element(
		&seen, json_at_length(&seen) - 1, JSON_KIND_OBJECT);
	uint64_t old = json_get_count(&first, "repeated", UINT64_MAX >> 8);
	uint64_t now = json_get_count(&last, "repeated", UINT64_MAX >> 8);
	const char *law =
		json_has(&last, "law") ? json_get_text(&last, "law") : NULL;

	html_print(out, "<td data-label=\"Repeated\" class=\"number\">%n", old);
	if (old != now)
		html_print(
			out, " <span aria-label=\"to\">&rarr;</span> %n", now);
	html_print(
		out, "</td><td data-label=\"Proved\">%t</td>", law ? law : "-");
}

static void viz_history_print_finding(FILE *out, const struct json_at *finding)
{
	struct json_at seen = json_at_member(finding, "seen", JSON_KIND_ARRAY);
	struct json_at last = json_at_element(
		&seen, json_at_length(&seen) - 1, JSON_KIND_OBJECT);
	const char *severity = json_get_text(&last, "severity");
	const char *gone = json_get_text_or_null(finding, "gone");
	const char *file = json_get_text_or_null(finding, "file");
	const char *title = json_get_text(finding, "title");
	char *shorter = words_shorten(title ? title : "?", TITLE_CHARACTERS);

	html_print(out,
		"<tr data-severity=\"%t\"><th scope=\"row\" "
		"data-label=\"Finding\">%t</th><td data-label=\"Severity\">"
		"<span class=\"severity %t\">%t</span></td>",
		severity, json_get_text(finding, "id"), severity, severity);
	history_print_range(out, "Came",
		json_get_text_or_null(finding, "before"),
		json_get_text(finding, "first"), "");
	history_print_range(
		out, "Went", json_get_text(finding, "last"), gone, "-");
	print_seen(out, finding);
	html_print(out, "<td data-label=\"What\" class=\"what\">%t", shorter);
	if (file)
		html_print(out, "<br>%t:%u", file,
			json_get_count(finding, "line", UINT32_MAX));
	fputs("</td></tr>\n", out);
	free(shorter);
}

/* Those that are there in the last run, or those that are gone. */
static void history_print_findings(
	FILE *out, const struct json_at *findings, bool is_gone)
{
	static const struct cards_column columns[] = {{"Finding"}, {"Severity"},
		{"Came"}, {"Went"}, {"Repeated", NULL, true}, {"Proved"},
		{"What"}};

	html_print(out, "<h2>%r</h2>\n", is_gone ? "Gone" : "There now");
	cards_begin(
		out, &(struct cards){.prefix = "history-",
			     .id = is_gone ? "gone" : "now",
			     .caption = "The change is behind the first run "
					"of a range, and not behind the "
					"second",
			     CARDS_COLUMNS(columns),
			     .has_filter = true});
	for (size_t i = 0; i < json_at_length(findings); i++) {
		struct json_at finding =
			json_at_element(findings, i, JSON_KIND_OBJECT);
		if (is_gone == !!json_get_text_or_null(&finding, "gone"))
			viz_history_print_finding(out, &finding);
	}
	cards_end(out);
}

static size_t count_gone(const struct json_at *findings)
{
	size_t count = 0;

	for (size_t i = 0; i < json_at_length(findings); i++) {
		struct json_at finding =
			json_at_element(findings, i, JSON_KIND_OBJECT);
		count += json_get_text_or_null(&finding, "gone") != NULL;
	}
	return count;
}

static void history_print_number(FILE *out, const char *name, size_t count)
{
	char number[WORDS_NUMBER_BYTES];

	sections_print_number(out, NULL, name, words_number(number, count));
}

static void history_print_body(FILE *out, const struct json_at *top)
{
	struct json_at runs = json_at_member(top, "runs", JSON_KIND_ARRAY);
	struct json_at findings =
		json_at_member(top, "findings", JSON_KIND_ARRAY);
	size_t gone = count_gone(&findings), all = json_at_length(&findings);

	sections_begin(out, "history", SIZE_MAX, true);
	fputs("<h1>History</h1>\n<dl class=\"numbers\">\n", out);
	history_print_number(out, "Runs", json_at_length(&runs));
	history_print_number(out, "Findings now", all - gone);
	history_print_number(out, "Gone", gone);
	html_print(out, "</dl>\n<p>Runs have the order of %r.</p>\n",
		json_get_bool(top, "by_commits") ? "the revision graph"
						 : "their names");
	if (json_at_length(&runs) > 0)
		print_trend(out, &runs);
	if (all > gone)
		history_print_findings(out, &findings, false);
	if (gone > 0)
		history_print_findings(out, &findings, true);
	fputs("<h2>Runs</h2>\n", out);
	viz_history_print_runs(out, &runs);
	sections_end(out);
}

int site_write_history(const char *from, const char *to, struct error *err)
{
	static const struct sections_item items[] = {{"history", "History"}};

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = "History",
				      .item = items,
				      .item_count = 1,
				      .glossary = GLOSSARY_WALKS,
				      .body = history_print_body},
		err);
}
