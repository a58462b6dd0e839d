/* SPDX-License-Identifier: MIT
 * The page of what a search found: a list, and a section for each finding. What is read is
 * the record of lib/found; the kinds differ in their templates. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/found/kinds.h"
#include "lib/memory.h"
#include "lib/pictures/plot.h"
#include "lib/words.h"
#include "viz/data.h"
#include "viz/sections.h"
#include "viz/site.h"

#define CELL_CHARACTERS	 80
#define LINE_CHARACTERS	 4000
#define BLOCK_CHARACTERS 20000 /* of a text; its folder has the rest */
#define CAUSES_MAX	 100

/* What usually helps against a class of divergences; markup. */
static const struct advice {
	const char *class, *advice;
} advices[] = {
	{"lost value",
		"Give the number at the cause the bits that its values need "
		"(<code>retread spectra</code> reports how many there were), "
		"or "
		"limit the values before; if it is meant to wrap, a comment "
		"<code>retread: wraps</code> in its line says so."},
	{"wrong value",
		"Hardware does something else at the cause than C simulation: "
		"check indices against sizes, and what pragmas ask for."},
	{"deadlock", "Make the stream at the cause deeper, or write and read "
		     "in the same order at both ends."},
	{"order", "Let one task alone write what both use, or hand it over in "
		  "a stream."},
	{"broken promise",
		"Take the pragma away, or have the kernel do as it says: keep "
		"what the last trips wrote in a variable, give each element "
		"of a trip a bank or a cycle of its own."},
	{"host fault",
		"A number that was cut became one that the host must not get: "
		"give it more bits, and have the host check what it divides "
		"by or indexes with."},
	{"hang", "The counter never reaches its limit: give it one bit more "
		 "than the limit needs, or count in an <code>int</code>."},
	{"unknown value",
		"Something is read that nobody wrote: check the index against "
		"the size of the array, or set the variable first."},
	{"stale state",
		"Set static variables at the beginning of each call, or hand "
		"them in and out."},
};

static const char *found_find_advice(const char *class)
{
	for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
		if (strcmp(advices[i].class, class) == 0)
			return advices[i].advice;
	return NULL;
}

/* Texts of several lines, and what stands over them. */
static const struct block {
	const char *key, *title;
} blocks[] = {
	{"portable", "The smallest function"},
	{"before", "As the compiler gets it"},
	{"after", "What passes made of it"},
	{"minimal", "Smallest input"},
	{"input", "As it was found"},
};

static struct json_value *found_make_block(const char *title, const char *text)
{
	struct json_value *lines = json_make_array();
	size_t left = BLOCK_CHARACTERS;

	while (*text != '\0' && left > 0) {
		size_t length = strcspn(text, "\n");
		size_t shown = length < left ? length : left;
		char *line = memory_string_dup_length(text, shown);
		json_append(lines, data_short(line, LINE_CHARACTERS));
		free(line);
		left -= shown;
		text += shown + (text[shown] == '\n');
	}
	return JSON_OBJECT(JSON("title", title), JSON("lines", lines),
		JSON("is_cut", *text != '\0'));
}

/* The first lines of FOUND's members as cells, and its texts as blocks of their names. */
static void found_put_texts(struct json_value *value, const struct rows *rows,
	const struct found *found)
{
	struct json_value *cells = json_make_object();

	for (const struct row *row = rows->row; row->key; row++) {
		const char *text =
			row->kind == ROW_KIND_TEXT
				? *found_text_at((struct found *)found, row)
				: NULL;
		char *line;
		if (!text)
			continue;
		line = memory_string_dup_length(text, strcspn(text, "\n"));
		json_put(cells, row->key, data_short(line, CELL_CHARACTERS));
		free(line);
		for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
			if (strcmp(blocks[i].key, row->key) == 0)
				json_put(value, row->key,
					found_make_block(
						blocks[i].title, text));
	}
	json_put(value, "cell", cells);
}

static void found_put_causes(
	struct json_value *value, const struct found *found)
{
	struct json_value *causes = json_make_array();

	for (size_t i = 0; i < found->cause_count && i < CAUSES_MAX; i++)
		json_append_text(causes, found->cause[i]);
	json_put(value, "causes", causes);
	json_put_text(value, "suffices",
		found->cause_count < 2 ? "It alone suffices."
		: found->each_suffices ? "Each alone suffices."
				       : "Only together they suffice.");
}

/* Releases in which FOUND is as it was found. */
static void found_put_releases(
	struct json_value *value, const struct found *found)
{
	struct json_value *affected = json_make_array();

	for (size_t i = 0; i < found->release_count; i++)
		if (strcmp(found->release[i].class, found->class) == 0)
			json_append_text(affected, found->release[i].release);
	json_put(value, "affected", affected);
	json_put_bool(value, "has_releases", found->release_count > 0);
}

static struct json_value *found_make_value(
	const struct found_list *list, size_t index)
{
	const struct found *found = &list->found[index];
	const struct rows *rows = found_kinds[list->kind].each;
	const char *advice = list->kind == FOUND_DIVERGENCE
				     ? found_find_advice(found->class)
				     : NULL;
	struct json_value *value = rows_make(rows, found);

	json_put_count(value, "number", index);
	if (index > 0)
		json_put(value, "previous",
			JSON_OBJECT(JSON("to", (uint64_t)index - 1)));
	if (index + 1 < list->count)
		json_put(value, "next",
			JSON_OBJECT(JSON("to", (uint64_t)index + 1)));
	json_put_text(value, "advice", advice);
	found_put_texts(value, rows, found);
	found_put_causes(value, found);
	found_put_releases(value, found);
	return value;
}

/* What SEARCH covered over its runs; null: it has not points enough. */
static struct json_value *found_make_curve(const struct found_search *search)
{
	struct growth_point *point =
		memory_alloc_zero(search->point_count + 1, sizeof *point);
	struct report_evidence evidence = {
		.point = point, .point_count = search->point_count};
	const struct plot_series series = {"features covered", &evidence};
	struct json_value *value;
	struct data_printed plot;

	for (size_t i = 0; i < search->point_count; i++)
		point[i] = (struct growth_point){(double)search->point[i].runs,
			(double)search->point[i].covered};
	if (plot_has_points(&evidence)) {
		plot_print(data_begin(&plot), &series, 1, "runs",
			"features covered");
		value = data_end(&plot);
	} else {
		value = json_make_text(NULL);
	}
	free(point);
	return value;
}

/* Those that did something, and the curve of the one that covered most. */
static void found_put_searches(
	struct json_value *page, const struct found_list *list)
{
	struct json_value *searches = json_make_array();
	const struct found_search *best = NULL;
	uint64_t most = 0;

	for (size_t i = 0; i < list->search_count; i++) {
		const struct found_search *search = &list->search[i];
		size_t last = search->point_count;
		json_append(searches,
			JSON_OBJECT(JSON("name", search->name),
				JSON("seconds", search->seconds),
				JSON("runs", search->runs),
				JSON("rate",
					search->runs /
						(search->seconds
								? search->seconds
								: 1)),
				JSON("seeds", search->seeds),
				JSON("found", search->findings)));
		if (last > 0 && search->point[last - 1].covered >= most) {
			best = search;
			most = search->point[last - 1].covered;
		}
	}
	json_put_bool(page, "has_searches", list->search_count > 0);
	json_put(page, "searches", searches);
	json_put(page, "curve",
		best ? found_make_curve(best) : json_make_text(NULL));
}

/* From a section to the list, and to others. */
static const struct {
	const char *id, *title, *each;
} ways[] = {
	[FOUND_DIVERGENCE] = {"divergences", "All divergences", "symptom"},
	[FOUND_MISCOMPILATION] = {"findings", "All findings", "finding"},
	[FOUND_INPUT] = {"inputs", "All inputs", "input"},
};

static struct json_value *found_make_page(const struct json_at *top)
{
	struct found_list list = {.kind = found_detect_at(top)}, read;
	struct json_value *findings = json_make_array(), *page;
	uint64_t confirmed = 0, counted = 0;

	rows_read(found_kinds[list.kind].file, top, &list.arena, &read);
	for (size_t i = 0; i < read.count && !top->reader->failed; i++)
		found_add(&list, &read.found[i]);
	found_sort(&list);
	for (size_t i = 0; i < list.count; i++) {
		const char *evidence = list.found[i].evidence;
		counted += found_counts(&list, &list.found[i]);
		confirmed += evidence && strncmp(evidence, "confirmed", 9) == 0;
		json_append(findings, found_make_value(&list, i));
	}
	page = JSON_OBJECT(JSON("count", (uint64_t)list.count),
		JSON("counted", counted), JSON("confirmed", confirmed),
		JSON("lost", list.count - counted), JSON("inputs", read.inputs),
		JSON("failed", read.failed), JSON("failure", read.failure),
		JSON("unmodelled", read.unmodelled),
		JSON("way_id", ways[list.kind].id),
		JSON("way_title", ways[list.kind].title),
		JSON("way_each", ways[list.kind].each),
		JSON("findings", findings));
	found_put_searches(page, &read);
	found_release(&list);
	return page;
}

int site_write_found(const char *from, const char *to, struct error *err)
{
	static const struct sections_item items[] = {
		[FOUND_DIVERGENCE] = {"divergences", "Divergences"},
		[FOUND_MISCOMPILATION] = {"findings", "Findings"},
		[FOUND_INPUT] = {"inputs", "Inputs"}};
	static const struct {
		const char *title, *terms, *template_;
	} kinds[] = {[FOUND_DIVERGENCE] = {"Hardware", "terms-hardware",
			     "divergences"},
		[FOUND_MISCOMPILATION] = {"Compiler", "terms-compilers",
			"miscompilations"},
		[FOUND_INPUT] = {"Inputs", "terms-walks", "inputs"}};
	enum found_kind kind = found_detect(from);

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = kinds[kind].title,
				      .item = &items[kind],
				      .item_count = 1,
				      .terms = kinds[kind].terms,
				      .template_ = kinds[kind].template_,
				      .make = found_make_page},
		err);
}
