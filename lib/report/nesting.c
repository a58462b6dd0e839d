/* SPDX-License-Identifier: MIT
 * Loops in loops: a walk that each step of another walk repeats. */
#include "config.h"

#include <stdlib.h>

#include "lib/memory.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

/* Of the outer loop; fewer do not make a product. */
#define OUTER_WALKS_MIN 3

/* Whether INNER walks once for each step of OUTER, except for one. Whole numbers: both count
 * the same rounds. */
static bool repeats_by_step(const struct report_evidence *inner,
	const struct report_evidence *outer)
{
	uint64_t rounds = inner->walks.max * outer->activations;
	uint64_t steps = outer->reads;
	uint64_t difference = rounds > steps ? rounds - steps : steps - rounds;

	return outer->walks.max >= OUTER_WALKS_MIN &&
	       inner->walks.max > outer->walks.max &&
	       difference <= outer->activations;
}

/* So in all processes that show both, which there are. */
static bool repeats_everywhere(
	const struct report_finding *inner, const struct report_finding *outer)
{
	size_t i = 0, k = 0, both = 0;

	while (i < inner->witness_count && k < outer->witness_count) {
		const struct report_witness *a = &inner->witness[i],
					    *b = &outer->witness[k];
		int order = report_compare_key(&a->process, &b->process);
		i += order <= 0;
		k += order >= 0;
		if (order != 0)
			continue;
		both++;
		if (!repeats_by_step(&a->evidence, &b->evidence))
			return false;
	}
	return both > 0;
}

/* Where the ways to two reads part, both in the body of one function, and OUTER, whose loop
 * begins there, above INNER: its index; SIZE_MAX: they do not. */
static size_t parting_place(
	const struct report_places *inner, const struct report_places *outer)
{
	const struct report_place *a, *b;
	size_t i = 0;

	while (i < inner->count && i < outer->count &&
		report_compare_position(&inner->place[i], &outer->place[i]) ==
			0)
		i++;
	if (i >= inner->count || i >= outer->count)
		return SIZE_MAX;
	a = &inner->place[i];
	b = &outer->place[i];
	if (!a->file || report_compare_text(a->function, b->function) != 0 ||
		report_compare_text(a->file, b->file) != 0 || a->line < b->line)
		return SIZE_MAX;
	return i;
}

/* The outer loop of INNER among COUNT findings of one function. */
static void nesting_find_outer(struct report_finding *const *group,
	size_t count, struct report_finding *inner)
{
	struct report_finding *best = NULL;
	size_t best_place = 0;

	for (size_t i = 0; i < count; i++) {
		struct report_finding *outer = group[i];
		size_t place;
		if (outer == inner || outer->rule != inner->rule ||
			outer->exactness != REPORT_EXACT ||
			/* A constant table, a few elements: it multiplies nothing. */
			outer->severity < REPORT_MEDIUM ||
			!repeats_everywhere(inner, outer))
			continue;
		place = parting_place(&inner->aec, &outer->aec);
		if (place == SIZE_MAX || (best && place <= best_place))
			continue;
		best = outer;
		best_place = place;
	}
	if (!best)
		return;
	inner->within = best->fingerprint;
	best->lead = best_place;
}

static int compare_by_function(const void *left, const void *right)
{
	const struct report_finding *const *a = left, *const *b = right;

	return report_compare_text((*a)->function, (*b)->function)
		?: report_compare_text((*a)->file, (*b)->file)
		?: report_compare_number(
			   (*a)->fingerprint, (*b)->fingerprint);
}

void report_nest_loops(struct report *report)
{
	size_t count = report->finding_count, end;
	struct report_finding **sorted =
		memory_alloc(count * sizeof(struct report_finding *));

	for (size_t i = 0; i < count; i++) {
		sorted[i] = &report->finding[i];
		sorted[i]->within = 0;
	}
	report_sort_array(sorted, count, sizeof(*sorted), compare_by_function);
	for (size_t i = 0; i < count; i = end) {
		for (end = i + 1; end < count &&
				  report_compare_text(sorted[i]->function,
					  sorted[end]->function) == 0 &&
				  report_compare_text(sorted[i]->file,
					  sorted[end]->file) == 0;)
			end++;
		for (size_t k = i; k < end; k++)
			if (sorted[k]->rule == REPORT_REWALK &&
				sorted[k]->exactness == REPORT_EXACT &&
				sorted[k]->severity >= REPORT_MEDIUM)
				nesting_find_outer(
					sorted + i, end - i, sorted[k]);
	}
	free(sorted);
}

void report_raise_outer_loops(struct report *report)
{
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *inner = &report->finding[i];
		for (size_t k = 0;
			inner->within != 0 && k < report->finding_count; k++) {
			struct report_finding *outer = &report->finding[k];
			if (outer->fingerprint == inner->within &&
				outer->severity < inner->severity)
				outer->severity = inner->severity;
		}
	}
}
