/* SPDX-License-Identifier: MIT
 * Differences of profiles on the page of a proof. */
#include "config.h"

#include "viz/profiles.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/flame.h"
#include "lib/memory.h"
#include "lib/stacks.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/site.h"

#define FUNCTIONS_MAX	10
#define NAME_CHARACTERS 120

/* The cost of a function by itself. */
struct own {
	const char *name;
	size_t length;
	uint64_t before, after;
};

char *profiles_folder_dup(const struct website *site, size_t finding)
{
	char *folder;

	if (!site->options.results)
		return NULL;
	folder = memory_format("%s/export/%s", site->options.results,
		site->report->finding[finding].id);
	if (access(folder, R_OK) == 0)
		return folder;
	free(folder);
	return NULL;
}

static int profiles_compare_names(const void *left, const void *right)
{
	const struct own *a = left, *b = right;
	size_t length = a->length < b->length ? a->length : b->length;
	int order = memcmp(a->name, b->name, length);

	return order != 0 ? order
			  : (a->length > b->length) - (a->length < b->length);
}

static uint64_t change_of(const struct own *own)
{
	return own->after > own->before ? own->after - own->before
					: own->before - own->after;
}

static int compare_changes(const void *left, const void *right)
{
	uint64_t a = change_of(left), b = change_of(right);

	return a != b ? (a > b ? -1 : 1) : profiles_compare_names(left, right);
}

/* By function, the largest change first. Free it. */
static struct own *sum_functions(const struct stacks *stacks, size_t *count)
{
	struct own *own = memory_alloc((stacks->count + 1) * sizeof *own);
	size_t kept = 0;

	for (size_t i = 0; i < stacks->count; i++) {
		const char *frames = stacks->stack[i].frames;
		const char *last = strrchr(frames, ';');
		last = last ? last + 1 : frames;
		own[i] = (struct own){last, strlen(last),
			stacks->stack[i].before, stacks->stack[i].after};
	}
	qsort(own, stacks->count, sizeof *own, profiles_compare_names);
	for (size_t i = 0; i < stacks->count; i++) {
		if (kept > 0 &&
			profiles_compare_names(&own[kept - 1], &own[i]) == 0) {
			own[kept - 1].before += own[i].before;
			own[kept - 1].after += own[i].after;
		} else {
			own[kept++] = own[i];
		}
	}
	qsort(own, kept, sizeof *own, compare_changes);
	*count = kept;
	return own;
}

static void profiles_print_function(struct page *page, const struct own *own)
{
	char *full = memory_string_dup_length(own->name, own->length);
	char *name = words_shorten(full, NAME_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Function\"><code>%t</code>"
		"</th><td data-label=\"Pathological\" class=\"number\">%n</td>"
		"<td data-label=\"Typical\" class=\"number\">%n</td>"
		"<td data-label=\"Difference\" class=\"number\">%r%n</td></tr>"
		"\n",
		name, own->after, own->before,
		own->after < own->before ? "-" : "+", change_of(own));
	free(name);
	free(full);
}

static void print_functions(
	struct page *page, const char *name, const struct stacks *stacks)
{
	size_t count;
	struct own *own = sum_functions(stacks, &count);

	html_print(page->out,
		"<details><summary>As a table</summary>\n<div "
		"class=\"scroll\"><table class=\"cards\" id=\"%r%r\">"
		"\n<caption>What functions cost themselves, by "
		"difference</caption>\n<thead><tr>"
		"<th scope=\"col\">Function</th>"
		"<th scope=\"col\" class=\"number\">Pathological</th>"
		"<th scope=\"col\" class=\"number\">Typical</th>"
		"<th scope=\"col\" class=\"number\">Difference</th></tr>"
		"</thead>\n<tbody>\n",
		page->prefix, name);
	for (size_t i = 0;
		i < count && i < FUNCTIONS_MAX && change_of(&own[i]) > 0; i++)
		profiles_print_function(page, &own[i]);
	fputs("</tbody></table></div></details>\n", page->out);
	free(own);
}

static void profiles_print_picture(
	struct page *page, enum profile_kind kind, const struct stacks *stacks)
{
	const struct flame_style style = {.unit = profile_kind_units[kind],
		.before = "typical",
		.after = "pathological",
		.is_inline = true};
	size_t left_out;

	html_print(page->out,
		"<h3>%r: %r</h3>\n<figure class=\"flame difference\" "
		"data-search>\n<div class=\"scroll\" tabindex=\"0\" "
		"role=\"region\" aria-label=\"Flame graph of %r\">\n",
		profile_kind_names[kind], profile_kind_units[kind],
		profile_kind_names[kind]);
	left_out = flame_print(stacks, &style, page->out);
	html_print(page->out,
		"</div>\n<figcaption>As wide as with the pathological input, "
		"from the top: a function, then what it calls. Red is what "
		"itself costs more than with the typical input, blue what "
		"costs less. %n frames are too narrow to be "
		"shown.</figcaption></figure>\n",
		(uint64_t)left_out);
}

/* The picture as a file, if it was copied beside the page. */
static void print_link(struct page *page, size_t proof, enum profile_kind kind)
{
	char *name = memory_format("%s.svg", profile_kind_names[kind]);

	if (proof != SIZE_MAX && site_has_input(page->site, proof, ".", name))
		html_print(page->out,
			"<p><a download href=\"%r/%r\">%r</a></p>\n",
			page->site->page_of[page->site->proof[proof].finding],
			name, name);
	free(name);
}

void profiles_print(struct page *page, size_t finding)
{
	char *folder = profiles_folder_dup(page->site, finding);
	size_t proof = site_proof_of(page->site, finding);
	bool is_first = true;

	for (int kind = 0; folder && kind < PROFILE_KINDS; kind++) {
		const char *name = profile_kind_names[kind];
		char *path =
			memory_format("%s/%s.difference.folded", folder, name);
		struct stacks stacks;
		struct error err = {{0}};
		stacks_init(&stacks);
		if (access(path, R_OK) == 0 &&
			stacks_read_difference(&stacks, path, &err) == 0 &&
			stacks_total_after(&stacks) > 0) {
			if (is_first)
				fputs("<h2>Where the cost is</h2>\n",
					page->out);
			is_first = false;
			profiles_print_picture(
				page, (enum profile_kind)kind, &stacks);
			print_link(page, proof, (enum profile_kind)kind);
			print_functions(page, name, &stacks);
		}
		stacks_release(&stacks);
		free(path);
	}
	free(folder);
}
