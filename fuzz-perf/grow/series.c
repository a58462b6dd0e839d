/* SPDX-License-Identifier: MIT
 * Counts of runs by their sizes, and the law that they follow. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <math.h>
#include <string.h>

#include "fuzz-perf/prove/points.h"

#define LAW_POINTS_MIN 5   /* that are left when small sizes are left out */
#define POWER_MIN      1.6 /* degrees that are a law without a model */
#define POWER_MAX      4.4
#define POWER_SCATTER  0.25
#define FACTOR_MIN     1.4 /* for each step of an exponential law */
#define FACTOR_SCATTER 0.05
#define FACTOR_DEGREE  6    /* that no power has, and then more scatter: */
#define FACTOR_UNEVEN  0.15 /* C(2n, n) has, in parts */
#define SPAN_MIN       12   /* of sizes, for a law that is fitted */
#define COUNT_MIN      32   /* of the largest run: less is not growth */
#define BYTES_MIN      2048 /* the same, of what a library touches */

#define SIZE_PART    8	 /* of the largest size: less is not growth, either */
#define SIZE_TIMES   2	 /* the same, of what is not exactly a law */
#define BENDS_BEFORE 1.2 /* the degree of the increments before the last ones */
#define RISES                                                                  \
	0.5 /* and that of those before: what jumps up and down has no law */

_Static_assert(COUNT_RUNS_MAX <= LAW_POINTS, "all runs fit in a series");

void experiment_make_series(const struct experiment *experiment,
	const uint64_t *cost, size_t runs, struct law_series *series)
{
	*series = (struct law_series){.points = 0};
	for (size_t i = 0; i < runs; i++) {
		size_t at = series->points;
		if (!experiment->is_used[i])
			continue;
		while (at > 0 &&
			series->point[at - 1].size > experiment->size[i])
			at--;
		if (at > 0 && series->point[at - 1].size == experiment->size[i])
			continue;
		for (size_t j = series->points++; j > at; j--)
			series->point[j] = series->point[j - 1];
		series->point[at] = (struct growth_point){
			experiment->size[i], (double)cost[i]};
	}
}

double experiment_degree(const struct experiment *experiment,
	const struct count_edge *edge, size_t runs)
{
	struct law_series s;
	double first, last;

	experiment_make_series(experiment, edge->count, runs, &s);
	if (s.points < 3 ||
		s.point[s.points - 1].cost <
			(edge->kind == SNAP_KINDS ? BYTES_MIN : COUNT_MIN))
		return 0;
	last = s.point[s.points - 1].cost - s.point[s.points - 2].cost;
	first = s.point[s.points - 2].cost - s.point[s.points - 3].cost;
	if (!(first > 0 && last > first))
		return 0;
	return log(last / first) /
	       log((s.point[s.points - 1].size - s.point[s.points - 2].size) /
		       (s.point[s.points - 2].size -
			       s.point[s.points - 3].size));
}

double experiment_last_ratio(const struct law_series *series)
{
	size_t last = series->points - 1;
	double before =
		series->point[last - 1].cost - series->point[last - 2].cost;

	return before > 0 ? (series->point[last].cost -
				    series->point[last - 1].cost) /
				    before
			  : 0;
}

/* The degree of the increment that ends at POINT over the one before it. */
static double series_local_degree(const struct law_series *series, size_t point)
{
	const struct growth_point *at = series->point + point;

	return log((at[0].cost - at[-1].cost) / (at[-1].cost - at[-2].cost)) /
	       log((at[0].size - at[-1].size) / (at[-1].size - at[-2].size));
}

/* Whether the counts of SERIES go up from FIRST on as those of a law that is steep: the
 * last ones alone may do so by chance, in what a sort does. */
static bool series_rises(const struct law_series *series, size_t first)
{
	size_t last = series->points - 1;

	for (size_t i = first + 2; i < last; i++)
		if (!(series_local_degree(series, i) >=
			    (i + 1 == last ? BENDS_BEFORE : RISES)))
			return false;
	return true;
}

/* Whether the sizes of SERIES from FIRST on are far enough apart for a law that is fitted. */
static bool series_is_wide(const struct law_series *series, size_t first)
{
	return series->point[series->points - 1].size >=
	       SPAN_MIN * fmax(series->point[first].size, 1);
}

/* The law of the points of SERIES from FIRST on. */
static bool series_has_law(
	const struct law_series *series, size_t first, struct law *law)
{
	struct law_curve curve = {0};

	curve.given.points = series->points - first;
	memcpy(curve.given.point, series->point + first,
		curve.given.points * sizeof *series->point);
	points_find_law(&curve, law);
	/* Few sizes close together are a law only if they are exactly one. */
	return law_is_steep(law) &&
	       (law->is_exact || law->class == LAW_EXPONENTIAL ||
		       (series_is_wide(series, first) &&
			       series_rises(series, first)));
}

/* No model fits what is n^2 in one part and n^2 log n in another. It is a power all the
 * same where the degree stays what it is. */
static bool find_power(const struct law_series *series, struct law *law)
{
	static const enum law_class classes[] = {
		LAW_SQUARE, LAW_CUBE, LAW_FOURTH};
	size_t last = series->points - 1;
	double degree, before;

	if (series->points < LAW_POINTS_MIN || !series_is_wide(series, 0))
		return false;
	degree = series_local_degree(series, last);
	before = series_local_degree(series, last - 1);
	if (!(degree > POWER_MIN && degree < POWER_MAX &&
		    fabs(degree - before) < POWER_SCATTER &&
		    series_rises(series, last + 1 - LAW_POINTS_MIN)))
		return false;
	*law = (struct law){.verdict = PROOF_GROWS,
		.class = classes[(size_t)(degree + 0.5) - 2],
		.degree = degree,
		.low = fmin(degree, before),
		.high = fmax(degree, before),
		.from = series->point[0].size,
		.to = series->point[last].size};
	law->left = 1u << law->class;
	return true;
}

/* The last counts go up by nearly one factor for each of equal steps, as C(2n, n) does. */
static bool series_find_exponential(
	const struct law_series *series, struct law *law)
{
	size_t last = series->points - 1;
	const struct growth_point *at = series->point + last;
	double step, factor, before, scatter;

	if (series->points < LAW_POINTS_MIN)
		return false;
	step = at[0].size - at[-1].size;
	factor = pow(at[0].cost / at[-1].cost, 1 / step);
	before = pow(at[-1].cost / at[-2].cost, 1 / step);
	scatter =
		log(at[0].cost / at[-1].cost) / log(at[0].size / at[-1].size) >
				FACTOR_DEGREE
			? FACTOR_UNEVEN
			: FACTOR_SCATTER;
	if (at[-1].size - at[-2].size != step || factor < FACTOR_MIN ||
		fabs(factor / before - 1) > scatter)
		return false;
	*law = (struct law){.verdict = PROOF_GROWS,
		.class = LAW_EXPONENTIAL,
		.left = 1u << LAW_EXPONENTIAL,
		.degree = log(at[0].cost / at[-1].cost) /
			  log(at[0].size / at[-1].size),
		.base = factor,
		.from = series->point[0].size,
		.to = at[0].size};
	law->low = law->high = law->degree;
	return true;
}

/* Chains of a hash table are a little longer where there is more in it: that bends, but is no more
 * than one execution, or two, for each of the data. */
static bool series_has_executions(
	const struct law_series *series, const struct law *law)
{
	const struct growth_point *at = series->point + series->points - 1;

	return law->is_exact || law->class == LAW_EXPONENTIAL ||
	       at->cost >= SIZE_TIMES * at->size;
}

static bool series_find_law(const struct law_series *series, struct law *law)
{
	size_t first = 0, last = series->points - 1;

	if (series->points == 0 ||
		series->point[last].cost < series->point[last].size / SIZE_PART)
		return false;
	while (!series_has_law(series, first, law))
		if (++first + LAW_POINTS_MIN > series->points)
			return series_find_exponential(series, law) ||
			       find_power(series, law);
	return true;
}

bool experiment_find_law(const struct law_series *series, struct law *law)
{
	return series_find_law(series, law) &&
	       series_has_executions(series, law);
}
