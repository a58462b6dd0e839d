/* SPDX-License-Identifier: MIT
 * What several processes tell together of how a finding grows: the same program
 * at several sizes, or several tests (notes/rewalk.md, section 3). */
#include "config.h"

#include "lib/growth.h"
#include "lib/report.h"
#include "lib/report_internal.h"

/* What analyzer/severity.c asks of one process. */
#define HIGH_REPEATED_READS 24
#define HIGH_LENGTHS	    3
#define HIGH_DEGREE	    1.5
#define LOW_DEGREE	    1.2

static void add_points(
	struct growth *growth, const struct report_evidence *evidence)
{
	for (size_t i = 0; i < evidence->point_count; i++)
		growth_add(growth, evidence->point[i].size,
			evidence->point[i].cost);
}

void report_fit_growth(struct report_evidence *evidence)
{
	struct growth growth = {0};
	struct growth_fit fit;

	add_points(&growth, evidence);
	if (growth_fit(&growth, &fit)) {
		evidence->degree = report_round(fit.degree);
		evidence->degree_low = report_round(fit.low);
		evidence->degree_high = report_round(fit.high);
		evidence->points = fit.points;
	}
	growth_release(&growth);
}

/* Without what one process could not know: that larger calls walk further. */
static enum report_severity unbounded(const struct report_witness *witness)
{
	return witness->is_bounded ? REPORT_MEDIUM : witness->severity;
}

/* How many lengths the longest walks of the processes have, up to three. */
static unsigned count_lengths(const struct report_finding *finding)
{
	uint64_t length[HIGH_LENGTHS];
	unsigned count = 0;

	for (size_t i = 0; i < finding->witness_count; i++) {
		uint64_t longest = finding->witness[i].evidence.walk_length.max;
		unsigned k = 0;
		while (k < count && length[k] != longest)
			k++;
		if (k == count && count < HIGH_LENGTHS)
			length[count++] = longest;
	}
	return count;
}

/* Whether the longest walk of a place differs between calls or processes. */
static bool has_grown(const struct report_finding *finding)
{
	for (size_t i = 0; i < finding->sites.count; i++) {
		const struct report_range *longest =
			&finding->sites.place[i].longest;
		if (longest->min != longest->max)
			return true;
	}
	return false;
}

static bool knows_longest(const struct report_finding *finding)
{
	for (size_t i = 0; i < finding->sites.count; i++)
		if (finding->sites.place[i].longest.max != 0)
			return true;
	return false;
}

enum report_severity report_judge_growth(
	const struct report_finding *finding, bool *is_bounded)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct growth growth = {0};
	enum report_severity severity = REPORT_INFO;
	bool has_sizes, has_degree;
	double degree;

	for (size_t i = 0; i < finding->witness_count; i++)
		if (severity < unbounded(&finding->witness[i]))
			severity = unbounded(&finding->witness[i]);
	*is_bounded = false;
	if (severity < REPORT_MEDIUM)
		return severity;
	add_points(&growth, evidence);
	has_sizes = growth_has_sizes(&growth);
	has_degree = growth_slope(&growth, &degree);
	growth_release(&growth);
	if (has_sizes && knows_longest(finding))
		*is_bounded = !has_grown(finding) ||
			      (evidence->points > 0 &&
				      evidence->degree <= LOW_DEGREE &&
				      evidence->degree_high < HIGH_DEGREE);
	if (*is_bounded)
		return REPORT_LOW;
	if (report_finding_repeated(finding) >= HIGH_REPEATED_READS &&
		(count_lengths(finding) >= HIGH_LENGTHS ||
			(has_degree && degree >= HIGH_DEGREE)))
		return REPORT_HIGH;
	return severity;
}
