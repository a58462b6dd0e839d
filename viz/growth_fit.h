/* SPDX-License-Identifier: MIT
 * Curves for the plot of a proof: a law, and its rival, as they tell the largest
 * size from the others. The verdict is `retread prove`'s; this is only drawn. */
#ifndef RETREAD_VIZ_GROWTH_FIT_H
#define RETREAD_VIZ_GROWTH_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/report/report.h"

#define GROWTH_TERMS 3

struct curve_fit {
	double power;		   /* of n in the last term */
	bool has_log;		   /* which is times log n */
	double term[GROWTH_TERMS]; /* of 1, n and the law's; none is negative */
};

/* Fits a + b n + c f(n) to COUNT points by least squares of relative errors, f
 * being what LAW says: "n^2 log n". Returns false when it is no such law or the
 * points are too few. */
bool growth_fit_init(struct curve_fit *fit, const char *law,
	const struct growth_point *point, size_t count);

double growth_fit_at(const struct curve_fit *fit, double size);

#endif
