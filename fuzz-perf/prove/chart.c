/* SPDX-License-Identifier: MIT
 * A chart of counts by size, both on logarithmic scales, as SVG. */
#include "config.h"

#include "fuzz-perf/prove/chart.h"

#include <math.h>

#include "lib/markup.h"

#define WIDTH  640
#define HEIGHT 400
#define LEFT   70
#define RIGHT  20
#define TOP    36
#define BOTTOM 46

/* The powers of ten that the points lie between. */
struct scale {
	double least, most; /* exponents */
	double from, to;    /* pixels */
};

void chart_add(struct chart_series *series, double x, double y)
{
	if (x <= 0 || y <= 0 || series->count == CHART_POINTS)
		return;
	series->x[series->count] = x;
	series->y[series->count++] = y;
}

static void widen(struct scale *scale, double value)
{
	scale->least = fmin(scale->least, floor(log10(value)));
	scale->most = fmax(scale->most, ceil(log10(value)));
}

static double place(const struct scale *scale, double value)
{
	double share = (log10(value) - scale->least) /
		       fmax(scale->most - scale->least, 1);

	return scale->from + share * (scale->to - scale->from);
}

static void print_axes(const struct scale *x, const struct scale *y, FILE *out)
{
	for (double e = x->least; e <= x->most; e++) {
		double at = place(x, pow(10, e));
		fprintf(out,
			"<path class='grid' d='M%.1f %d V%d'/>"
			"<text x='%.1f' y='%d' text-anchor='middle'>10"
			"<tspan dy='-4' font-size='9'>%.0f</tspan></text>\n",
			at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 18, e);
	}
	for (double e = y->least; e <= y->most; e++) {
		double at = place(y, pow(10, e));
		fprintf(out,
			"<path class='grid' d='M%d %.1f H%d'/>"
			"<text x='%d' y='%.1f' text-anchor='end'>10"
			"<tspan dy='-4' font-size='9'>%.0f</tspan></text>\n",
			LEFT, at, WIDTH - RIGHT, LEFT - 8, at + 4, e);
	}
}

static void print_series(const struct chart_series *series, size_t number,
	const struct scale *x, const struct scale *y, FILE *out)
{
	if (!series->count)
		return;
	fprintf(out, "<path class='s%zu' d='", number);
	for (size_t i = 0; i < series->count; i++)
		fprintf(out, "%c%.1f %.1f", i ? 'L' : 'M',
			place(x, series->x[i]), place(y, series->y[i]));
	fputs("'/>\n", out);
	for (size_t i = 0; i < series->count; i++)
		fprintf(out,
			"<circle class='p%zu' cx='%.1f' cy='%.1f' r='3.5'>"
			"<title>%.0f bytes: %.0f</title></circle>\n",
			number, place(x, series->x[i]), place(y, series->y[i]),
			series->x[i], series->y[i]);
	fprintf(out, "<text class='n%zu' x='%d' y='%d'>", number, LEFT + 12,
		TOP + 18 + (int)number * 16);
	markup_print(out, series->name);
	fputs("</text>\n", out);
}

void chart_print(const struct chart_series *series, size_t count,
	const char *title, const char *x_name, const char *y_name, FILE *out)
{
	struct scale x = {INFINITY, -INFINITY, LEFT, WIDTH - RIGHT};
	struct scale y = {INFINITY, -INFINITY, HEIGHT - BOTTOM, TOP};

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < series[i].count; j++) {
			widen(&x, series[i].x[j]);
			widen(&y, series[i].y[j]);
		}
	fprintf(out,
		"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
		"role='img' font-family='sans-serif' font-size='12'>\n"
		"<style>rect{fill:#fff}text{fill:#222}.grid{stroke:#ddd}"
		".s0,.s1{fill:none;stroke-width:2}.s0{stroke:#c2410c}"
		".p0,.n0{fill:#c2410c}.s1{stroke:#1d4ed8;stroke-dasharray:6 4}"
		".p1,.n1{fill:#1d4ed8}</style>\n"
		"<rect width='%d' height='%d'/>\n<title>",
		WIDTH, HEIGHT, WIDTH, HEIGHT);
	markup_print(out, title);
	fprintf(out, "</title>\n<text x='%d' y='22' font-size='14'>", LEFT);
	markup_print(out, title);
	fputs("</text>\n", out);
	if (x.least <= x.most)
		print_axes(&x, &y, out);
	for (size_t i = 0; i < count && x.least <= x.most; i++)
		print_series(&series[i], i, &x, &y, out);
	fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>", WIDTH / 2,
		HEIGHT - 8);
	markup_print(out, x_name);
	fprintf(out,
		"</text>\n<text transform='translate(16 %d) rotate(-90)' "
		"text-anchor='middle'>",
		HEIGHT / 2);
	markup_print(out, y_name);
	fputs("</text>\n</svg>\n", out);
}
