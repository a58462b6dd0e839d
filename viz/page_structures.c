/* SPDX-License-Identifier: MIT
 * The structures: every type that was seen to be walked. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/site.h"

#define STRUCTURES_MAX	1000
#define TEXT_CHARACTERS 300

struct structure {
	const char *type, *kind;
	uint64_t findings, traversals, reads, repeated, longest;
	uint64_t bytes; /* of the largest object; 0: not known */
};

static int page_structures_compare_texts(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int compare_types(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;
	int order = page_structures_compare_texts(
		(*a)->structure_type, (*b)->structure_type);

	return order != 0 ? order
			  : page_structures_compare_texts(
				    (*a)->structure_kind, (*b)->structure_kind);
}

static int compare_structures(const void *left, const void *right)
{
	const struct structure *a = left, *b = right;

	if (a->repeated != b->repeated)
		return a->repeated > b->repeated ? -1 : 1;
	if (a->traversals != b->traversals)
		return a->traversals > b->traversals ? -1 : 1;
	return page_structures_compare_texts(a->type, b->type);
}

static void page_structures_add_to(
	struct structure *structure, const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	if (finding->structure_bytes > structure->bytes)
		structure->bytes = finding->structure_bytes;
	if (finding->rule == REPORT_TRAVERSAL) {
		structure->traversals++;
		return;
	}
	structure->findings++;
	structure->reads += evidence->reads;
	structure->repeated += report_finding_repeated(finding);
	if (evidence->walk_length.max > structure->longest)
		structure->longest = evidence->walk_length.max;
}

/* Returns the structures, by what repeats most. Free it. */
static struct structure *page_structures_gather(
	const struct report *report, size_t *count)
{
	size_t total = report->finding_count;
	const struct report_finding **sorted =
		memory_alloc(total * sizeof(const struct report_finding *));
	struct structure *structure = memory_alloc(total * sizeof *structure);

	*count = 0;
	for (size_t i = 0; i < total; i++)
		sorted[i] = &report->finding[i];
	if (total > 1)
		qsort(sorted, total, sizeof *sorted, compare_types);
	for (size_t i = 0; i < total; i++) {
		if (i == 0 || compare_types(&sorted[i - 1], &sorted[i]) != 0)
			structure[(*count)++] = (struct structure){
				.type = sorted[i]->structure_type,
				.kind = sorted[i]->structure_kind};
		page_structures_add_to(&structure[*count - 1], sorted[i]);
	}
	if (*count > 1)
		qsort(structure, *count, sizeof *structure, compare_structures);
	free(sorted);
	return structure;
}

/* NUMBER, or a dash when there is none. */
static void page_structures_print_cell(
	struct page *page, const char *title, uint64_t number)
{
	html_print(page->out, "<td data-label=\"%r\" class=\"number\">", title);
	if (number > 0)
		html_print(page->out, "%n", number);
	else
		fputs("-", page->out);
	fputs("</td>", page->out);
}

static void page_structures_print_structure(
	struct page *page, const struct structure *structure)
{
	char *type =
		words_shorten(structure->type ? structure->type : "not known",
			TEXT_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Type\"><code>%t</code></th>"
		"<td data-label=\"Kind\">%t</td>",
		type, structure->kind ? structure->kind : "not known");
	page_structures_print_cell(page, "Bytes", structure->bytes);
	page_structures_print_cell(page, "Findings", structure->findings);
	page_structures_print_cell(page, "Traversals", structure->traversals);
	page_structures_print_cell(page, "Longest walk", structure->longest);
	page_structures_print_cell(page, "Reads", structure->reads);
	page_structures_print_cell(page, "Repeated", structure->repeated);
	fputs("<td data-label=\"Share repeated\" class=\"number\">", page->out);
	if (structure->reads > 0)
		html_print(page->out, "%d %%",
			100 * (double)structure->repeated /
				(double)structure->reads);
	else
		fputs("-", page->out);
	fputs("</td></tr>\n", page->out);
	free(type);
}

void page_structures(struct page *page, size_t unused)
{
	size_t count;
	struct structure *structure =
		page_structures_gather(page->site->report, &count);

	(void)unused;
	html_print(page->out,
		"<h1>Structures</h1>\n<p>Every type that is walked, whether "
		"or not something is wrong. <em>Findings</em> are repeated "
		"walks, <em>traversals</em> are places that walk it once; "
		"reads are those of the findings. Bytes are those of the "
		"largest block or variable: a node of a list, or a whole "
		"array. The longest walk, in cells, is a lower bound of a "
		"structure's size.</p>\n"
		"<div class=\"scroll\"><table class=\"cards\" "
		"id=\"%rtable\" data-filter>\n<caption>Types</caption>\n"
		"<thead><tr><th scope=\"col\">Type</th>"
		"<th scope=\"col\">Kind</th>"
		"<th scope=\"col\" class=\"number\">Bytes</th>"
		"<th scope=\"col\" class=\"number\">Findings</th>"
		"<th scope=\"col\" class=\"number\">Traversals</th>"
		"<th scope=\"col\" class=\"number\">Longest walk</th>"
		"<th scope=\"col\" class=\"number\">Reads</th>"
		"<th scope=\"col\" class=\"number\">Repeated</th>"
		"<th scope=\"col\" class=\"number\">Share repeated</th>"
		"</tr></thead>\n<tbody>\n",
		page->prefix);
	for (size_t i = 0; i < count && i < STRUCTURES_MAX; i++)
		page_structures_print_structure(page, &structure[i]);
	fputs("</tbody></table></div>\n", page->out);
	site_print_left_out(page, count, STRUCTURES_MAX);
	free(structure);
}
