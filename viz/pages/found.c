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
#include "viz/assets.h"
#include "viz/data.h"
#include "viz/sections.h"
#include "viz/site.h"

#define BLOCK_CHARACTERS 20000 /* of a text; its folder has the rest */
#define CAUSES_MAX	 100

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
		json_append(
			lines, data_own(memory_string_dup_length(text, shown)));
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
		if (!text)
			continue;
		json_put(cells, row->key,
			data_own(memory_string_dup_length(
				text, strcspn(text, "\n"))));
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
	char *advice = memory_format("advice %s", found->class);
	struct json_value *value = rows_make(rows, found);

	sections_put_way(value, index, list->count);
	if (list->kind == FOUND_DIVERGENCE && assets_find_page(advice))
		json_put_text(value, "advice", advice);
	free(advice);
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

/* The page of a kind: its title, its section of the list with its entry in the menu, the
 * way from a section of a finding to it, and the templates of its words and itself. */
static const struct page_found_kind {
	const char *title;
	struct sections_item item;
	const char *way, *each, *terms, *template_;
} page_found_kinds[] = {
	[FOUND_DIVERGENCE] = {"Hardware", {"divergences", "Divergences"},
		"All divergences", "symptom", "terms-hardware", "divergences"},
	[FOUND_MISCOMPILATION] = {"Compiler", {"findings", "Findings"},
		"All findings", "finding", "terms-compilers",
		"miscompilations"},
	[FOUND_INPUT] = {"Inputs", {"inputs", "Inputs"}, "All inputs", "input",
		"terms-walks", "inputs"},
};

static struct json_value *found_make_page(const struct json_at *top)
{
	struct found_list list = {.kind = found_detect_at(top)}, read;
	struct json_value *findings = json_make_array(), *page;
	const struct page_found_kind *kind = &page_found_kinds[list.kind];
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
		JSON("way_id", kind->item.id), JSON("way_title", kind->way),
		JSON("way_each", kind->each), JSON("findings", findings));
	found_put_searches(page, &read);
	found_release(&list);
	return page;
}

int site_write_found(const char *from, const char *to, struct error *err)
{
	const struct page_found_kind *kind =
		&page_found_kinds[found_detect(from)];

	return sections_write(&(struct sections){.from = from,
				      .to = to,
				      .title = kind->title,
				      .item = &kind->item,
				      .item_count = 1,
				      .terms = kind->terms,
				      .template_ = kind->template_,
				      .make = found_make_page},
		err);
}
