/* SPDX-License-Identifier: MIT
 * Plots of what calls cost. */
#include "config.h"

#include "lib/pictures/plot.h"

#include <math.h>

#include "lib/markup.h"
#include "lib/words.h"

#define WIDTH  550
#define HEIGHT 300
#define LEFT   84
#define RIGHT  36
#define TOP    12
#define BOTTOM 48
#define RADIUS 4

#define TITLE_HEIGHT 24

#define SMALL_WIDTH  64
#define SMALL_HEIGHT 18

/* An axis: logarithms from LOW to HIGH are FIRST to LAST in the picture. */
struct axis {
	double low, high;
	double first, last;
};

/* Only these have a place on axes of logarithms. */
static bool plot_is_drawn(const struct growth_point *point)
{
	return point->size > 0 && point->cost > 0;
}

/* The smallest and the largest size that is drawn; both 0: nothing is. */
static void find_sizes(
	const struct report_evidence *evidence, double *low, double *high)
{
	*low = *high = 0;
	for (size_t i = 0; i < evidence->point_count; i++) {
		const struct growth_point *point = &evidence->point[i];
		if (!plot_is_drawn(point))
			continue;
		if (*low == 0)
			*low = point->size;
		*high = point->size;
	}
}

bool plot_has_points(const struct report_evidence *evidence)
{
	double low, high;

	find_sizes(evidence, &low, &high);
	return high > low;
}

bool plot_has_growth(const struct report_evidence *evidence)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < evidence->point_count; i++) {
		low = fmin(low, evidence->point[i].cost);
		high = fmax(high, evidence->point[i].cost);
	}
	return plot_has_points(evidence) && high > low;
}

static double plot_place(const struct axis *axis, double value)
{
	double part = (log10(value) - axis->low) / (axis->high - axis->low);

	return axis->first + part * (axis->last - axis->first);
}

static void plot_widen(struct axis *axis, double value)
{
	axis->low = fmin(axis->low, log10(value));
	axis->high = fmax(axis->high, log10(value));
}

static void find_axes(const struct plot_series *series, size_t count,
	struct axis *x, struct axis *y)
{
	*x = (struct axis){INFINITY, -INFINITY, LEFT, WIDTH - RIGHT};
	*y = (struct axis){INFINITY, -INFINITY, HEIGHT - BOTTOM, TOP};
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < series[i].evidence->point_count; k++) {
			const struct growth_point *point =
				&series[i].evidence->point[k];
			if (!plot_is_drawn(point))
				continue;
			plot_widen(x, point->size);
			plot_widen(y, point->cost);
		}
	/* Room around the points, also if all are one. */
	for (int i = 0; i < 2; i++) {
		struct axis *axis = i == 0 ? x : y;
		double capacity = fmax(0.05 * (axis->high - axis->low), 0.3);
		axis->low -= capacity;
		axis->high += capacity;
	}
}

static void plot_print_count(FILE *out, double value)
{
	char number[WORDS_NUMBER_BYTES];

	if (value >= 1e15)
		fprintf(out, "%.0e", value);
	else if (value >= 1)
		fputs(words_number(number, (uint64_t)(value + 0.5)), out);
	else
		fprintf(out, "%g", value);
}

static void print_tick(
	FILE *out, const struct axis *axis, double value, bool horizontal)
{
	double at = plot_place(axis, value);

	if (horizontal)
		fprintf(out,
			"<path class=\"grid\" d=\"M%.1f %dV%d\"/>"
			"<text class=\"label middle\" x=\"%.1f\" y=\"%d\">",
			at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 16);
	else
		fprintf(out,
			"<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
			"<text class=\"label end\" x=\"%d\" y=\"%.1f\">",
			LEFT, at, WIDTH - RIGHT, LEFT - 6, at + 4);
	plot_print_count(out, value);
	fputs("</text>\n", out);
}

/* At 1, 2 and 5 times powers of ten; only at the powers if that would be many. */
static void print_ticks(FILE *out, const struct axis *axis, bool horizontal)
{
	static const double step[] = {1, 2, 5};
	double decades = axis->high - axis->low;
	int every = decades > 12 ? (int)(decades / 6) : 1;

	if (!(decades > 0)) /* nothing is drawn */
		return;

	for (int power = (int)floor(axis->low); power <= axis->high; power++)
		for (int i = 0; i < (decades < 2.5 ? 3 : 1); i++) {
			double value = step[i] * pow(10, power);
			if (power % every == 0 && log10(value) >= axis->low &&
				log10(value) <= axis->high)
				print_tick(out, axis, value, horizontal);
		}
}

/* Where on Y the number is whose logarithm is LOGARITHM, within the picture. */
static double height_at(const struct axis *y, double logarithm)
{
	double part = (logarithm - y->low) / (y->high - y->low);

	return fmin(fmax(y->first + part * (y->last - y->first), TOP),
		HEIGHT - BOTTOM);
}

/* Through the middle of the points, as steep as was measured. */
static void plot_print_growth(FILE *out, const struct report_evidence *evidence,
	const struct axis *x, const struct axis *y, size_t series)
{
	double base = 0, low, high;
	size_t count = 0;

	find_sizes(evidence, &low, &high);
	if (!report_growth_is_clear(evidence) || high <= low)
		return;
	for (size_t i = 0; i < evidence->point_count; i++) {
		if (!plot_is_drawn(&evidence->point[i]))
			continue;
		base += log10(evidence->point[i].cost) -
			evidence->degree * log10(evidence->point[i].size);
		count++;
	}
	base /= (double)count;
	fprintf(out,
		"<path class=\"growth of%zu\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
		series, plot_place(x, low),
		height_at(y, base + evidence->degree * log10(low)),
		plot_place(x, high),
		height_at(y, base + evidence->degree * log10(high)));
}

static void print_shape(FILE *out, double x, double y, size_t series)
{
	if (series == 0)
		fprintf(out,
			"<circle class=\"of0\" cx=\"%.1f\" cy=\"%.1f\" "
			"r=\"%d\"/>",
			x, y, RADIUS);
	else
		fprintf(out,
			"<rect class=\"of1\" x=\"%.1f\" y=\"%.1f\" "
			"width=\"%d\" height=\"%d\"/>",
			x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
}

static void plot_print_label(FILE *out, double y, const char *text)
{
	fprintf(out, "<text class=\"label\" x=\"%d\" y=\"%.1f\">", LEFT + 34,
		y);
	markup_print(out, text);
	fputs("</text>\n", out);
}

static void print_key(FILE *out, const struct plot_series *series, size_t count,
	const struct plot_curves *curves)
{
	double y = TOP + 14;

	for (size_t i = 0; i < count && (count > 1 || curves); i++) {
		print_shape(out, LEFT + 18, y - 4, i);
		plot_print_label(out, y, series[i].name);
		y += 18;
	}
	for (size_t i = 0; curves && i < curves->count; i++) {
		fprintf(out, "<path class=\"curve%zu\" d=\"M%d %.1fh22\"/>", i,
			LEFT + 7, y - 4);
		plot_print_label(out, y, curves->curve[i].name);
		y += 18;
	}
	if (curves && curves->low.count > 0) {
		fprintf(out,
			"<rect class=\"band\" x=\"%d\" y=\"%.1f\" "
			"width=\"22\" height=\"10\"/>",
			LEFT + 7, y - 9);
		plot_print_label(out, y, curves->low.name);
	}
}

/* The points of CURVE, forth or back, as parts of a path. */
static void plot_print_way(FILE *out, const struct plot_curve *curve,
	bool is_back, bool is_begin, const struct axis *x, const struct axis *y)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct growth_point *point =
			&curve->point[is_back ? curve->count - 1 - i : i];
		fprintf(out, "%c%.1f %.1f", is_begin && i == 0 ? 'M' : 'L',
			plot_place(x, point->size),
			height_at(y, log10(fmax(point->cost, 1e-9))));
	}
}

static void viz_plot_print_curves(FILE *out, const struct plot_curves *curves,
	const struct axis *x, const struct axis *y)
{
	if (curves->low.count > 0) {
		fputs("<path class=\"band\" d=\"", out);
		plot_print_way(out, &curves->low, false, true, x, y);
		plot_print_way(out, &curves->high, true, false, x, y);
		fputs("Z\"/>\n", out);
	}
	for (size_t i = curves->count; i-- > 0;) {
		fprintf(out, "<path class=\"curve%zu\" d=\"", i);
		plot_print_way(out, &curves->curve[i], false, true, x, y);
		fputs("\"/>\n", out);
	}
}

static const char style[] =
	".plot{font:12px sans-serif;background:#fff}.plot text{fill:#222}"
	".end{text-anchor:end}.middle{text-anchor:middle}"
	".axis,.grid{fill:none;stroke:#888}.grid{stroke:#ddd}"
	".of0{fill:#1d4ed8}.of1{fill:none;stroke:#c2410c;stroke-width:1.5}"
	".curve0,.curve1{fill:none;stroke:#1d4ed8;stroke-width:1.5}"
	".curve1{stroke:#888;stroke-dasharray:5 4}"
	".band{fill:#1d4ed8;fill-opacity:.16}";

/* TITLE, above the plot, is that of a file; NULL: there is none. */
static void plot_print_frame(FILE *out, const struct axis *x,
	const struct axis *y, const char *x_name, const char *y_name,
	const char *title)
{
	int top = title ? TITLE_HEIGHT : 0;

	fputs("<svg class=\"plot\" role=\"img\" aria-label=\"", out);
	markup_print(out, y_name);
	fputs(" over ", out);
	markup_print(out, x_name);
	fprintf(out,
		"\"%s viewBox=\"0 %d %d %d\" width=\"%d\" height=\"%d\">\n",
		title ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", -top,
		WIDTH, HEIGHT + top, WIDTH, HEIGHT + top);
	if (title) {
		fprintf(out, "<style>%s</style>\n<text x=\"%d\" y=\"-6\">",
			style, LEFT);
		markup_print(out, title);
		fputs("</text>\n", out);
	}
	print_ticks(out, x, true);
	print_ticks(out, y, false);
	fprintf(out,
		"<path class=\"axis\" d=\"M%d %dV%dH%d\"/>"
		"<text class=\"label middle\" x=\"%d\" y=\"%d\">",
		LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT,
		(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10);
	markup_print(out, x_name);
	fprintf(out,
		"</text><text class=\"label middle\" "
		"transform=\"translate(14 %d) rotate(-90)\">",
		(TOP + HEIGHT - BOTTOM) / 2);
	markup_print(out, y_name);
	fputs("</text>\n", out);
}

void plot_print_curves(FILE *out, const struct plot_series *series,
	size_t count, const struct plot_curves *curves, const char *x_name,
	const char *y_name)
{
	struct axis x, y;

	find_axes(series, count, &x, &y);
	plot_print_frame(
		out, &x, &y, x_name, y_name, curves ? curves->title : NULL);
	if (curves)
		viz_plot_print_curves(out, curves, &x, &y);
	for (size_t i = 0; i < count; i++) {
		const struct report_evidence *evidence = series[i].evidence;
		if (!curves)
			plot_print_growth(out, evidence, &x, &y, i);
		for (size_t k = 0; k < evidence->point_count; k++)
			if (plot_is_drawn(&evidence->point[k]))
				print_shape(out,
					plot_place(&x, evidence->point[k].size),
					plot_place(&y, evidence->point[k].cost),
					i);
		fputc('\n', out);
	}
	print_key(out, series, count, curves);
	fputs("</svg>\n", out);
}

void plot_print(FILE *out, const struct plot_series *series, size_t count,
	const char *x_name, const char *y_name)
{
	plot_print_curves(out, series, count, NULL, x_name, y_name);
}

/* VALUE between LOW and HIGH as a part of WHOLE. */
static double part_of(double value, double low, double high, double whole)
{
	return high > low ? whole * (value - low) / (high - low) : whole / 2;
}

void plot_print_small(FILE *out, const struct report_evidence *evidence)
{
	size_t last = evidence->point_count - 1;
	double low = INFINITY, high = 0;

	for (size_t i = 0; i <= last; i++) {
		low = fmin(low, evidence->point[i].cost);
		high = fmax(high, evidence->point[i].cost);
	}
	fprintf(out,
		"<svg class=\"small\" aria-hidden=\"true\" width=\"%d\" "
		"height=\"%d\" viewBox=\"0 0 %d %d\"><polyline points=\"",
		SMALL_WIDTH, SMALL_HEIGHT, SMALL_WIDTH, SMALL_HEIGHT);
	for (size_t i = 0; i <= last; i++)
		fprintf(out, "%s%.1f,%.1f", i > 0 ? " " : "",
			1 + part_of(evidence->point[i].size,
				    evidence->point[0].size,
				    evidence->point[last].size,
				    SMALL_WIDTH - 2),
			SMALL_HEIGHT - 1 -
				part_of(evidence->point[i].cost, low, high,
					SMALL_HEIGHT - 2));
	fputs("\"/></svg>", out);
}
