/* SPDX-License-Identifier: MIT
 * A chart of counts by size, both on logarithmic scales, as SVG. */
#ifndef RETREAD_FUZZ_PERF_PROVE_CHART_H
#define RETREAD_FUZZ_PERF_PROVE_CHART_H

#include <stddef.h>
#include <stdio.h>

#define CHART_POINTS 64

struct chart_series {
	const char *name;
	double x[CHART_POINTS], y[CHART_POINTS];
	size_t count;
};

/* Points that are not positive have no place on the scale: left out. */
void chart_add(struct chart_series *series, double x, double y);

/* Texts may hold anything. */
void chart_print(const struct chart_series *series, size_t count,
	const char *title, const char *x_name, const char *y_name, FILE *out);

#endif
