/* SPDX-License-Identifier: MIT
 * Plots of what calls cost over how much they used. */
#ifndef RETREAD_LIB_PICTURES_PLOT_H
#define RETREAD_LIB_PICTURES_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/report/report.h"

/* The points of one report. */
struct plot_series {
	const char *name;
	const struct report_evidence *evidence;
};

/* Are there two different sizes to draw? */
bool plot_has_points(const struct report_evidence *evidence);

/* And do they cost differently? */
bool plot_has_growth(const struct report_evidence *evidence);

/* Names of the axes of a finding's points. */
#define PLOT_SIZE "cells used by a call"
#define PLOT_COST "reads"

/* Points of COUNT series over X_NAME, told apart by their shapes, with axes of logarithms,
 * and a line for each growth that was measured. One at least has points. */
#define PLOT_SERIES_MAX 2
void plot_print(FILE *out, const struct plot_series *series, size_t count,
	const char *x_name, const char *y_name);

/* A curve through POINTs, by size. */
struct plot_curve {
	const char *name; /* text */
	const struct growth_point *point;
	size_t count;
};

/* Beside the points of a plot. The first curve is the one that fits. */
#define PLOT_CURVES_MAX 2
struct plot_curves {
	struct plot_curve curve[PLOT_CURVES_MAX];
	size_t count;
	/* Where the law may be steeper or flatter, COUNT 0: nothing. */
	struct plot_curve low, high;
	/* Of a file that stands alone; NULL: it is part of a page, with its style. */
	const char *title;
};

/* As plot_print, with curves in place of lines. */
void plot_print_curves(FILE *out, const struct plot_series *series,
	size_t count, const struct plot_curves *curves, const char *x_name,
	const char *y_name);

/* The same as a word-sized picture without axes. */
void plot_print_small(FILE *out, const struct report_evidence *evidence);

#endif
