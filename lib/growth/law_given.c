/* SPDX-License-Identifier: MIT
 * Polynomials through counts at sizes that somebody chose, in Newton's form with
 * divided differences. */
#include "config.h"

#include "lib/growth/law.h"

#include <math.h>

#define DEGREES_MAX  6
#define PREDICTED    2	  /* counts that must be told, and no fewer than d */
#define SAME	     1e-4 /* counts are whole numbers */
#define SAME_PART    1e-12
#define STEEP_SPAN   4 /* factor of K from which on nothing else fits */
#define STEEP_DEGREE 2

/* COEFFICIENT[i] becomes the divided difference of the first i + 1 points. */
static void divide_differences(const struct law_series *series, int degree,
	long double coefficient[DEGREES_MAX + 1])
{
	for (int i = 0; i <= degree; i++)
		coefficient[i] = series->point[i].cost;
	for (int order = 1; order <= degree; order++)
		for (int i = degree; i >= order; i--)
			coefficient[i] = (coefficient[i] - coefficient[i - 1]) /
					 ((long double)series->point[i].size -
						 series->point[i - order].size);
}

static bool tells_the_others(const struct law_series *series, int degree)
{
	long double coefficient[DEGREES_MAX + 1];

	divide_differences(series, degree, coefficient);
	for (size_t i = (size_t)degree + 1; i < series->points; i++) {
		long double sum = coefficient[degree];
		for (int j = degree - 1; j >= 0; j--)
			sum = sum * (series->point[i].size -
					    series->point[j].size) +
			      coefficient[j];
		if (fabsl(sum - series->point[i].cost) >
			SAME + SAME_PART * fabsl(sum))
			return false;
	}
	return true;
}

/* Polynomials with whole coefficients have whole differences, others hardly ever. */
static bool has_whole_differences(const struct law_series *series, int degree)
{
	long double coefficient[DEGREES_MAX + 1];

	divide_differences(series, degree, coefficient);
	for (int i = 0; i <= degree; i++)
		if (fabsl(coefficient[i] - roundl(coefficient[i])) > SAME)
			return false;
	return true;
}

/* Close K of a smooth curve are met by some polynomial, rounded as counts are. */
static bool law_given_is_wide(const struct law_series *series, int degree)
{
	return degree < STEEP_DEGREE ||
	       series->point[series->points - 1].size >=
		       STEEP_SPAN * series->point[0].size;
}

int law_find_later_polynomial(const struct law_series *series)
{
	struct law_series later = law_part(series, 1, series->points);
	int degree = law_find_given_polynomial(&later);

	if (degree < 0 && later.points > STEEP_DEGREE + 1 &&
		law_given_is_wide(&later, STEEP_DEGREE) &&
		tells_the_others(&later, STEEP_DEGREE) &&
		has_whole_differences(&later, STEEP_DEGREE))
		degree = STEEP_DEGREE;
	return degree > 1 ? degree : -1;
}

int law_find_given_polynomial(const struct law_series *series)
{
	for (int degree = 0; degree <= DEGREES_MAX; degree++) {
		size_t told = degree > PREDICTED ? (size_t)degree : PREDICTED;
		if ((size_t)degree + 1 + told > series->points ||
			!law_given_is_wide(series, degree))
			return -1;
		if (tells_the_others(series, degree))
			return degree;
	}
	return -1;
}
