/* SPDX-License-Identifier: MIT
 * What several processes tell together of how a finding grows: the same program
 * at several sizes, or several tests. */
#include "config.h"

#include <math.h>

#include "lib/growth/growth.h"
#include "lib/json.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

/* Linear, n log n and n^1.5 are apart by half a power. */
#define CLEAR_WIDTH 0.5

/* The points of EVIDENCE; growth_release is due. */
static struct growth report_growth_of(const struct report_evidence *evidence)
{
	struct growth growth = {0};

	for (size_t i = 0; i < evidence->point_count; i++)
		growth_add(&growth, evidence->point[i].size,
			evidence->point[i].cost);
	return growth;
}

void report_fit_growth(struct report_evidence *evidence)
{
	struct growth growth = report_growth_of(evidence);
	struct growth_fit fit;

	if (growth_fit(&growth, &fit) && isfinite(fit.high)) {
		evidence->degree = json_round(fit.degree);
		evidence->degree_low = json_round(fit.low);
		evidence->degree_high = json_round(fit.high);
		evidence->points = fit.points;
	}
	growth_release(&growth);
}

bool report_growth_is_clear(const struct report_evidence *evidence)
{
	return evidence->points > 0 &&
	       evidence->degree_high - evidence->degree_low <= CLEAR_WIDTH;
}

/* --- severity ----------------------------------------------------------- */

/* Without what one process could not know: that larger calls walk further. */
static enum report_severity unbounded(const struct report_witness *witness)
{
	return witness->is_bounded ? REPORT_MEDIUM : witness->severity;
}

static uint64_t longest_of(const struct report_finding *finding, size_t witness)
{
	return finding->witness[witness].evidence.walk_length.max;
}

/* How many lengths the longest walks of the processes have, up to what is high. */
static unsigned count_lengths(const struct report_finding *finding)
{
	unsigned count = 0;

	for (size_t i = 0;
		i < finding->witness_count && count < GROWTH_HIGH_LENGTHS;
		i++) {
		size_t first = 0;
		while (longest_of(finding, first) != longest_of(finding, i))
			first++;
		count += first == i;
	}
	return count;
}

/* Whether the longest walk at a site is known, and differs between calls. */
static bool growth_has_grown(
	const struct report_finding *finding, bool *is_known)
{
	*is_known = false;
	for (size_t i = 0; i < finding->sites.count; i++) {
		const struct report_range *longest =
			&finding->sites.place[i].longest;
		*is_known |= longest->max != 0;
		if (longest->min != longest->max)
			return true;
	}
	return false;
}

/* Larger calls walk no further. */
static bool report_growth_is_bounded(const struct growth_limits *limits,
	const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct growth_fit fit = {evidence->degree, evidence->degree_low,
		evidence->degree_high, evidence->points};
	bool is_known, grown = growth_has_grown(finding, &is_known);

	return is_known && growth_is_bounded(limits, grown, &fit);
}

enum report_severity report_judge_growth(const struct growth_limits *limits,
	const struct report_finding *finding, bool *bounded)
{
	struct growth growth = report_growth_of(&finding->evidence);
	struct growth_fit fit;
	bool has_sizes = growth_fit(&growth, &fit);
	enum report_severity severity = REPORT_INFO;

	growth_release(&growth);
	if (rows_compare(&report_limits_rows, limits,
		    &(struct growth_limits){0}) == 0)
		limits = &growth_limits_default;
	for (size_t i = 0; i < finding->witness_count; i++)
		if (severity < unbounded(&finding->witness[i]))
			severity = unbounded(&finding->witness[i]);
	*bounded = severity >= REPORT_MEDIUM && has_sizes &&
		   report_growth_is_bounded(limits, finding);
	if (*bounded)
		return REPORT_LOW;
	if (severity == REPORT_MEDIUM &&
		growth_is_high(limits, report_finding_repeated(finding),
			count_lengths(finding), &fit))
		return REPORT_HIGH;
	return severity;
}
