/* SPDX-License-Identifier: MIT
 * Which findings have one cause. */
#include "config.h"

#include "lib/report/cause.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

bool report_place_is_of_system(const struct report_place *place)
{
	return !place->file || strncmp(place->file, "/usr/include/", 13) == 0 ||
	       strncmp(place->file, "/usr/lib/", 9) == 0;
}

const struct report_place *report_finding_loop(
	const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;

	return finding->lead < aec->count ? &aec->place[finding->lead]
	       : aec->count > 0		  ? aec->place
					  : NULL;
}

const struct report_place *report_finding_leaf(
	const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;
	size_t i = aec->count;

	while (i > 1 && report_place_is_of_system(&aec->place[i - 1]))
		i--;
	return i > 0 ? &aec->place[i - 1] : NULL;
}

/* A line has one loop, however many columns of it read. Without debug information there is
 * no line to go by, so the function that calls it counts, too. */
static int compare_leaves(
	const struct report_finding *a, const struct report_finding *b)
{
	const struct report_place *x = report_finding_leaf(a),
				  *y = report_finding_leaf(b);
	int order;

	if (!x || !y)
		return (x != NULL) - (y != NULL);
	order = report_compare_text(x->function, y->function)
		?: report_compare_text(x->file, y->file)
		?: report_compare_number(x->line, y->line);
	if (order == 0 && !x->file)
		order = report_compare_text(x->object, y->object)
				?: report_compare_text(
					   a->function, b->function);
	return order;
}

/* A structure is known by its type: one that is reached in two ways has two roots. */
static int cause_compare_structures(
	const struct report_finding *a, const struct report_finding *b)
{
	int order = report_compare_text(a->structure_type, b->structure_type);

	return order == 0 && !a->structure_type
		       ? report_compare_text(a->root, b->root)
		       : order;
}

/* Findings of one cause are equal. */
static int compare_causes(
	const struct report_finding *a, const struct report_finding *b)
{
	return (report_finding_is_shown(a) - report_finding_is_shown(b))
		?: report_compare_number(a->rule, b->rule)
		?: compare_leaves(a, b)
		?: cause_compare_structures(a, b);
}

static int cause_compare_findings(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;

	return compare_causes(*a, *b) ?: (*a > *b) - (*a < *b);
}

/* Puts the finding at index LATER, of the same cause as EARLIER, after it. */
static void cause_append(
	struct report_cause *cause, size_t earlier, size_t later)
{
	cause[later].lead = cause[earlier].lead;
	cause[earlier].next = later;
	cause[cause[later].lead].count++;
}

struct report_cause *report_join_causes(const struct report *report)
{
	size_t count = report->finding_count;
	struct report_cause *cause = memory_alloc(count * sizeof(*cause));
	const struct report_finding **sorted =
		memory_alloc(count * sizeof(const struct report_finding *));

	for (size_t i = 0; i < count; i++) {
		cause[i] = (struct report_cause){
			.lead = i, .next = SIZE_MAX, .count = 1};
		sorted[i] = &report->finding[i];
	}
	report_sort_array(
		sorted, count, sizeof(*sorted), cause_compare_findings);
	for (size_t i = 1; i < count; i++)
		if (compare_causes(sorted[i - 1], sorted[i]) == 0)
			cause_append(cause,
				(size_t)(sorted[i - 1] - report->finding),
				(size_t)(sorted[i] - report->finding));
	free(sorted);
	return cause;
}
