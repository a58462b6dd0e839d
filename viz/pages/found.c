/* SPDX-License-Identifier: MIT
 * The page of what a search found: a list, and a section for each finding. What is read is
 * the record of lib/found; the kinds differ in their templates. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/found/kinds.h"
#include "lib/memory.h"
#include "lib/words.h"
#include "viz/assets.h"
#include "viz/data.h"
#include "viz/pages/curves.h"
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

static bool found_is_further(
	const struct found_search *search, const struct found_search *best)
{
	struct found_point from = {0}, to = {0};

	if (best && best->point_count > 0)
		from = best->point[best->point_count - 1];
	if (search->point_count > 0)
		to = search->point[search->point_count - 1];
	return !best || to.path > from.path ||
	       (to.path == from.path && to.covered > from.covered);
}

/* All searches, and the curves of the one that came furthest. */
static void found_put_searches(
	struct json_value *page, const struct found_list *list)
{
	struct json_value *searches = json_make_array();
	const struct found_search *best = NULL;

	for (size_t i = 0; i < list->search_count; i++) {
		const struct found_search *search = &list->search[i];
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
		if (found_is_further(search, best))
			best = search;
	}
	json_put_bool(page, "has_searches", best != NULL);
	json_put(page, "searches", searches);
	if (list->search_count > 1)
		json_put_text(page, "furthest", best->name);
	if (best)
		json_put(page, "curves",
			curves_make(best, list->kind == FOUND_INPUT
						  ? "edges covered"
						  : "features covered"));
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
	read.kind = list.kind;
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
