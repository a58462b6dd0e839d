/* SPDX-License-Identifier: MIT
 * Two reports, finding by finding. */
#include "config.h"

#include "lib/report/compare.h"

#include <stdlib.h>

#include "lib/memory.h"

/* Fewer reads more or less, or a smaller part, are not news. */
#define CHANGED_READS 8
#define CHANGED_PART  10 /* one in ... */

static int compare_fingerprints(const void *left, const void *right)
{
	uint64_t a = (*(const struct report_finding *const *)left)->fingerprint;
	uint64_t b =
		(*(const struct report_finding *const *)right)->fingerprint;

	return (a > b) - (a < b);
}

/* The findings of REPORT by fingerprint. Free it. */
static const struct report_finding **compare_sort(const struct report *report)
{
	const struct report_finding **sorted = memory_alloc(
		report->finding_count * sizeof(const struct report_finding *));

	for (size_t i = 0; i < report->finding_count; i++)
		sorted[i] = &report->finding[i];
	if (report->finding_count > 1)
		qsort(sorted, report->finding_count, sizeof *sorted,
			compare_fingerprints);
	return sorted;
}

static const struct report_finding *compare_find(
	const struct report_finding *const *sorted, size_t count,
	const struct report_finding *wanted)
{
	const struct report_finding *const *found =
		count == 0 ? NULL
			   : bsearch(&wanted, sorted, count, sizeof *sorted,
				     compare_fingerprints);

	return found ? *found : NULL;
}

static enum comparison_state compare_compare(
	const struct report_finding *before, const struct report_finding *after)
{
	uint64_t old, now, change;

	if (!before || (before->suppressed && !after->suppressed))
		return COMPARISON_NEW;
	if (after->severity != before->severity)
		return after->severity > before->severity ? COMPARISON_WORSE
							  : COMPARISON_BETTER;
	old = report_finding_repeated(before);
	now = report_finding_repeated(after);
	change = now > old ? now - old : old - now;
	if (change < CHANGED_READS || change <= old / CHANGED_PART)
		return COMPARISON_SAME;
	return now > old ? COMPARISON_WORSE : COMPARISON_BETTER;
}

void comparison_init(struct comparison *comparison, const struct report *before,
	const struct report *after)
{
	const struct report_finding **old = compare_sort(before),
				    **now = compare_sort(after);

	*comparison = (struct comparison){.before = before,
		.after = after,
		.sorted_before = old,
		.after_state = memory_alloc_zero(
			after->finding_count, sizeof *comparison->after_state),
		.is_gone = memory_alloc_zero(
			before->finding_count, sizeof *comparison->is_gone)};
	for (size_t i = 0; i < after->finding_count; i++) {
		const struct report_finding *finding = &after->finding[i];
		comparison->after_state[i] = compare_compare(
			compare_find(old, before->finding_count, finding),
			finding);
		comparison->count[comparison->after_state[i]] +=
			report_finding_is_shown(finding);
	}
	for (size_t i = 0; i < before->finding_count; i++) {
		const struct report_finding *finding = &before->finding[i];
		comparison->is_gone[i] =
			!compare_find(now, after->finding_count, finding);
		comparison->count[COMPARISON_GONE] +=
			comparison->is_gone[i] &&
			report_finding_is_shown(finding);
	}
	free(now);
}

void comparison_release(struct comparison *comparison)
{
	free(comparison->after_state);
	free(comparison->is_gone);
	free(comparison->sorted_before);
	*comparison = (struct comparison){0};
}

const struct report_finding *comparison_before(
	const struct comparison *comparison,
	const struct report_finding *finding)
{
	return compare_find(comparison->sorted_before,
		comparison->before->finding_count, finding);
}

const char *comparison_state_name(enum comparison_state state)
{
	static const char *const name[] = {
		"new", "worse", "better", "same", "gone"};

	return name[state];
}
