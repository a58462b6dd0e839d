/* SPDX-License-Identifier: MIT
 * Two reports, finding by finding. */
#include "config.h"

#include "lib/report/compare.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

/* A longest walk that is longer by less is not news. */
#define CHANGED_PART 10 /* one in ... */

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

/* The longest walk that TEST shows of FINDING; 0: none. */
static uint64_t longest_in_test(
	const struct report_finding *finding, const char *test)
{
	uint64_t longest = 0;

	for (size_t i = 0; i < finding->witness_count; i++) {
		const struct report_witness *witness = &finding->witness[i];
		for (size_t k = 0; k < witness->test_count; k++)
			if (strcmp(witness->tests[k], test) == 0 &&
				witness->evidence.walk_length.max > longest)
				longest = witness->evidence.walk_length.max;
	}
	return longest;
}

/* Whether walks are longer than BEFORE (1) or shorter (-1) in tests that show both: others
 * say nothing of a change. */
static int compare_longest_walks(
	const struct report_finding *before, const struct report_finding *after)
{
	bool is_longer = false, is_shorter = false;

	for (size_t i = 0; i < after->test_count; i++) {
		uint64_t old = longest_in_test(before, after->tests[i]);
		uint64_t now = longest_in_test(after, after->tests[i]);
		if (old == 0)
			continue;
		is_longer |= now > old + old / CHANGED_PART;
		is_shorter |= now < old - old / CHANGED_PART;
	}
	return is_longer ? 1 : is_shorter ? -1 : 0;
}

/* The degree of what was proved; 0: nothing. */
static double proved_degree(const struct report_finding *finding)
{
	return report_finding_is_proved(finding) ? finding->proof->degree : 0;
}

/* Degrees that fits cannot tell apart. */
#define CHANGED_DEGREE 0.25

static int compare_laws(
	const struct report_finding *before, const struct report_finding *after)
{
	double old = proved_degree(before), now = proved_degree(after);

	/* That nobody has measured it yet does not count. */
	if (!before->proof || !after->proof)
		return 0;
	return now > old + CHANGED_DEGREE   ? 1
	       : now < old - CHANGED_DEGREE ? -1
					    : 0;
}

static enum comparison_state compare_compare(
	const struct report_finding *before, const struct report_finding *after)
{
	int change;

	if (!before || (before->suppressed && !after->suppressed))
		return COMPARISON_NEW;
	change = (int)after->severity - (int)before->severity;
	if (change == 0)
		change = compare_laws(before, after);
	if (change == 0)
		change = compare_longest_walks(before, after);
	return change > 0   ? COMPARISON_WORSE
	       : change < 0 ? COMPARISON_BETTER
			    : COMPARISON_SAME;
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
