/* SPDX-License-Identifier: MIT
 * A chart of counts by size, both on logarithmic scales, as SVG. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <inttypes.h>
#include <math.h>

#include "lib/markup.h"
#include "lib/memory.h"
#include "lib/report/proof.h"

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

/* Counts that are drawn as one line. */
struct series {
	const char *name;
	size_t member; /* of a row */
};

static const struct series all_series[] = {
	{"found", offsetof(struct proof_row, count)},
	{"typical", offsetof(struct proof_row, typical)},
};
#define SERIES (sizeof all_series / sizeof all_series[0])

static uint64_t chart_count_of(
	const struct series *series, const struct proof_row *row)
{
	return *(const uint64_t *)((const char *)row + series->member);
}

/* What has a place on logarithmic axes. */
static bool chart_is_drawn(
	const struct series *series, const struct proof_row *row)
{
	return row->bytes > 0 && chart_count_of(series, row) > 0;
}

static void chart_widen(struct scale *scale, double value)
{
	scale->least = fmin(scale->least, floor(log10(value)));
	scale->most = fmax(scale->most, ceil(log10(value)));
}

static double chart_place(const struct scale *scale, double value)
{
	double share = (log10(value) - scale->least) /
		       fmax(scale->most - scale->least, 1);

	return scale->from + share * (scale->to - scale->from);
}

/* A line of the grid at the power E of ten, up from the lower edge or to the
 * right from the left one. */
static void chart_print_line(
	const struct scale *scale, double e, bool is_x, FILE *out)
{
	double at = chart_place(scale, pow(10, e));

	if (is_x)
		fprintf(out,
			"<path class='grid' d='M%.1f %d V%d'/>"
			"<text x='%.1f' y='%d' text-anchor='middle'>",
			at, TOP, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 18);
	else
		fprintf(out,
			"<path class='grid' d='M%d %.1f H%d'/>"
			"<text x='%d' y='%.1f' text-anchor='end'>",
			LEFT, at, WIDTH - RIGHT, LEFT - 8, at + 4);
	fprintf(out, "10<tspan dy='-4' font-size='9'>%.0f</tspan></text>\n", e);
}

static void chart_print_axes(
	const struct scale *x, const struct scale *y, FILE *out)
{
	for (double e = x->least; e <= x->most; e++)
		chart_print_line(x, e, true, out);
	for (double e = y->least; e <= y->most; e++)
		chart_print_line(y, e, false, out);
}

static void print_series(const struct proof_result *proof, size_t number,
	const struct scale *x, const struct scale *y, FILE *out)
{
	const struct series *series = &all_series[number];
	bool is_first = true;

	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		if (!chart_is_drawn(series, row))
			continue;
		if (is_first)
			fprintf(out, "<path class='s%zu' d='", number);
		fprintf(out, "%c%.1f %.1f", is_first ? 'M' : 'L',
			chart_place(x, (double)row->bytes),
			chart_place(y, (double)chart_count_of(series, row)));
		is_first = false;
	}
	if (is_first)
		return;
	fputs("'/>\n", out);
	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		if (chart_is_drawn(series, row))
			fprintf(out,
				"<circle class='p%zu' cx='%.1f' cy='%.1f' "
				"r='3.5'><title>%" PRIu64 ": %" PRIu64
				"</title></circle>\n",
				number, chart_place(x, (double)row->bytes),
				chart_place(
					y, (double)chart_count_of(series, row)),
				row->bytes, chart_count_of(series, row));
	}
	fprintf(out, "<text class='n%zu' x='%d' y='%d'>%s</text>\n", number,
		LEFT + 12, TOP + 18 + (int)number * 16, series->name);
}

static void find_scales(
	const struct proof_result *proof, struct scale *x, struct scale *y)
{
	*x = (struct scale){INFINITY, -INFINITY, LEFT, WIDTH - RIGHT};
	*y = (struct scale){INFINITY, -INFINITY, HEIGHT - BOTTOM, TOP};
	for (size_t i = 0; i < SERIES; i++)
		for (size_t j = 0; j < proof->row_count; j++) {
			const struct proof_row *row = &proof->row[j];
			if (!chart_is_drawn(&all_series[i], row))
				continue;
			chart_widen(x, (double)row->bytes);
			chart_widen(
				y, (double)chart_count_of(&all_series[i], row));
		}
}

void chart_print(const struct proof_result *proof, FILE *out)
{
	struct scale x, y;

	find_scales(proof, &x, &y);
	fprintf(out,
		"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
		"role='img' font-family='sans-serif' font-size='12'>\n"
		"<style>rect{fill:#fff}text{fill:#222}.grid{stroke:#ddd}"
		".s0,.s1{fill:none;stroke-width:2}.s0{stroke:#c2410c}"
		".p0,.n0{fill:#c2410c}.s1{stroke:#1d4ed8;stroke-dasharray:6 4}"
		".p1,.n1{fill:#1d4ed8}</style>\n"
		"<rect width='%d' height='%d'/>\n<title>",
		WIDTH, HEIGHT, WIDTH, HEIGHT);
	markup_print(out, proof->law.sentence);
	fprintf(out, "</title>\n<text x='%d' y='22' font-size='14'>", LEFT);
	markup_print(out, proof->law.sentence);
	fputs("</text>\n", out);
	if (x.least <= x.most)
		chart_print_axes(&x, &y, out);
	for (size_t i = 0; i < SERIES && x.least <= x.most; i++)
		print_series(proof, i, &x, &y, out);
	fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>", WIDTH / 2,
		HEIGHT - 8);
	markup_print(out, proof->size_unit);
	fprintf(out,
		"</text>\n<text transform='translate(16 %d) rotate(-90)' "
		"text-anchor='middle'>",
		HEIGHT / 2);
	markup_print(out, proof->count_unit);
	fputs("</text>\n</svg>\n", out);
}
