/* SPDX-License-Identifier: MIT
 * Findings of one cause: of one function, about one structure. */
#include "config.h"

#include "viz/site.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

static int viz_causes_compare_texts(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int causes_compare_places(
	const struct report_places *a, const struct report_places *b)
{
	const struct report_place *x, *y;

	if (a->count == 0 || b->count == 0)
		return (a->count > 0) - (b->count > 0);
	x = &a->place[0];
	y = &b->place[0];
	return viz_causes_compare_texts(x->file, y->file)
		       ?: (x->line > y->line) - (x->line < y->line);
}

/* A structure is known by where it is allocated, else by its type and root. What is
 * shown is not hidden by what is not. */
static int viz_causes_compare_causes(
	const struct report_finding *a, const struct report_finding *b)
{
	int order = report_finding_is_shown(a) - report_finding_is_shown(b);

	order = order	?: viz_causes_compare_texts(a->function, b->function)
			?: viz_causes_compare_texts(a->file, b->file)
			?: viz_causes_compare_texts(a->structure_type, b->structure_type)
			?: causes_compare_places(&a->allocated_at, &b->allocated_at);
	if (order == 0 && a->allocated_at.count == 0)
		order = viz_causes_compare_texts(a->root, b->root);
	return order;
}

static int causes_compare_findings(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;

	return viz_causes_compare_causes(*a, *b) ?: (*a > *b) - (*a < *b);
}

void site_join_causes(struct website *site, struct arena *arena)
{
	const struct report *report = site->report;
	size_t count = report->finding_count;
	const struct report_finding **sorted =
		memory_alloc(count * sizeof(const struct report_finding *));

	site->cause = arena_alloc(arena, count * sizeof *site->cause);
	for (size_t i = 0; i < count; i++)
		sorted[i] = &report->finding[i];
	if (count > 1)
		qsort(sorted, count, sizeof *sorted, causes_compare_findings);
	for (size_t i = 0; i < count; i++) {
		size_t index = (size_t)(sorted[i] - report->finding);
		bool is_same = i > 0 && viz_causes_compare_causes(
						sorted[i - 1], sorted[i]) == 0;
		size_t before =
			is_same ? (size_t)(sorted[i - 1] - report->finding)
				: index;
		site->cause[index] = (struct site_cause){
			.lead = is_same ? site->cause[before].lead : index,
			.next = SIZE_MAX};
		if (is_same)
			site->cause[before].next = index;
	}
	free(sorted);
}
