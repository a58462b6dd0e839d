/* SPDX-License-Identifier: MIT
 * What several processes tell together of how a finding grows: the same program
 * at several sizes, or several tests (notes/rewalk.md, section 3).
 *
 * Without GSL, which fits one process's points in the analyzer: viz links this
 * with Graphviz, whose licence GSL's excludes. */
#include "config.h"

#include <math.h>

#include "lib/report/internal.h"
#include "lib/report/report.h"

/* What the analyzer asks of the activations of one process. */
#define HIGH_REPEATED_READS 24
#define HIGH_LENGTHS	    3
#define HIGH_DEGREE	    1.5
#define LOW_DEGREE	    1.2
#define SPAN_MIN	    1.5

/* --- a line through the logarithms of points ---------------------------- */

/* Points are sorted by size. */
static unsigned count_sizes(const struct report_point *point, size_t count)
{
	unsigned sizes = 0;

	for (size_t i = 0; i < count; i++)
		sizes += i == 0 || point[i].size != point[i - 1].size;
	return sizes;
}

static bool has_sizes(const struct report_point *point, size_t count)
{
	return count > 1 && point[count - 1].size >= SPAN_MIN * point[0].size;
}

/* The 0.975 quantile of Student's t distribution (Abramowitz and Stegun, 26.7.5,
 * and in closed form for one and two degrees of freedom). */
static double quantile(size_t freedom)
{
	const double x = 1.959963984540054, y = x * x;
	double n = (double)freedom;

	if (freedom == 1)
		return tan(0.475 * 3.14159265358979323846);
	if (freedom == 2)
		return 0.95 / sqrt(2 * 0.975 * 0.025);
	return x * (1 + (y + 1) / (4 * n) +
			   (5 * y * y + 16 * y + 3) / (96 * n * n) +
			   (3 * y * y * y + 19 * y * y + 17 * y - 15) /
				   (384 * n * n * n) +
			   (79 * y * y * y * y + 776 * y * y * y +
				   1482 * y * y - 1920 * y - 945) /
				   (92160 * n * n * n * n));
}

/* Half the width of the slope's 95 % interval is INFINITY for two points. */
static double fit_slope(
	const struct report_point *point, size_t count, double *half)
{
	double n = (double)count, x_mean = 0, y_mean = 0;
	double xx = 0, xy = 0, yy = 0, rest;

	for (size_t i = 0; i < count; i++) {
		x_mean += log(point[i].size) / n;
		y_mean += log(point[i].cost) / n;
	}
	for (size_t i = 0; i < count; i++) {
		double x = log(point[i].size) - x_mean;
		double y = log(point[i].cost) - y_mean;
		xx += x * x;
		xy += x * y;
		yy += y * y;
	}
	rest = fmax(0, yy - xy * xy / xx);
	*half = count < 3 ? INFINITY
			  : quantile(count - 2) * sqrt(rest / (n - 2) / xx);
	return xy / xx;
}

/* What report_add_finding was given may have points that say nothing. */
static size_t without_zeros(const struct report_evidence *evidence,
	struct report_point point[REPORT_POINTS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < evidence->point_count; i++)
		if (evidence->point[i].size > 0 && evidence->point[i].cost > 0)
			point[count++] = evidence->point[i];
	return count;
}

void report_fit_growth(struct report_evidence *evidence)
{
	struct report_point point[REPORT_POINTS_MAX];
	size_t count = without_zeros(evidence, point);
	double slope, half;

	if (!has_sizes(point, count) || count_sizes(point, count) < 3)
		return;
	slope = fit_slope(point, count, &half);
	evidence->degree = report_round(slope);
	evidence->degree_low = report_round(slope - half);
	evidence->degree_high = report_round(slope + half);
	evidence->points = count;
}

bool report_growth_is_clear(const struct report_evidence *evidence)
{
	return evidence->points > 0 &&
	       evidence->degree_high - evidence->degree_low <= 1;
}

/* --- severity ----------------------------------------------------------- */

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

/* Whether the longest walk at a site is known, and differs between calls. */
static bool has_grown(const struct report_finding *finding, bool *is_known)
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
static bool is_bounded(const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	bool is_known, grown = has_grown(finding, &is_known);

	if (!is_known)
		return false;
	return !grown ||
	       (evidence->points > 0 && evidence->degree <= LOW_DEGREE &&
		       evidence->degree_high < HIGH_DEGREE);
}

enum report_severity report_judge_growth(
	const struct report_finding *finding, bool *bounded)
{
	struct report_point point[REPORT_POINTS_MAX];
	size_t count = without_zeros(&finding->evidence, point);
	bool sizes = has_sizes(point, count);
	enum report_severity severity = REPORT_INFO;
	double half;

	for (size_t i = 0; i < finding->witness_count; i++)
		if (severity < unbounded(&finding->witness[i]))
			severity = unbounded(&finding->witness[i]);
	*bounded = severity >= REPORT_MEDIUM && sizes && is_bounded(finding);
	if (*bounded)
		return REPORT_LOW;
	if (severity == REPORT_MEDIUM &&
		report_finding_repeated(finding) >= HIGH_REPEATED_READS &&
		(count_lengths(finding) >= HIGH_LENGTHS ||
			(sizes &&
				fit_slope(point, count, &half) >= HIGH_DEGREE)))
		return REPORT_HIGH;
	return severity;
}
