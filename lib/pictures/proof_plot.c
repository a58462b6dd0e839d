/* SPDX-License-Identifier: MIT
 * The plot of what was proved. */
#include "config.h"

#include "lib/pictures/proof_plot.h"

#include <math.h>
#include <stdlib.h>

#include "lib/memory.h"
#include "lib/pictures/plot.h"

#define CURVE_POINTS 40

static struct growth_point *points_of(
	const struct proof_result *proof, bool typical, size_t *count)
{
	struct growth_point *point =
		memory_alloc((proof->row_count + 1) * sizeof *point);

	*count = 0;
	for (size_t i = 0; i < proof->row_count; i++) {
		const struct proof_row *row = &proof->row[i];
		uint64_t cost = typical ? row->typical : row->count;
		if (cost > 0)
			point[(*count)++] = (struct growth_point){
				(double)row->bytes, (double)cost};
	}
	return point;
}

/* The rows that the law is about: those of the measured range. */
struct proof_plot_range {
	const struct proof_row *row;
	size_t count;
};

static struct proof_plot_range measured(const struct proof_result *proof)
{
	struct proof_plot_range range = {proof->row, proof->row_count};

	while (range.count > 0 && range.row->bytes < proof->from) {
		range.row++;
		range.count--;
	}
	while (range.count > 0 && proof->to > 0 &&
		range.row[range.count - 1].bytes > proof->to)
		range.count--;
	return range;
}

/* What n of a law is in ROW. */
static double n_of(const struct proof_row *row)
{
	return (double)(row->repetitions > 0 ? row->repetitions : row->bytes);
}

/* Point I of a curve: between two rows, n grows as the size does. */
static struct growth_point point_at(const struct proof_plot_range *range,
	const struct growth_model *model, size_t i)
{
	double low = (double)range->row[0].bytes;
	double high = (double)range->row[range->count - 1].bytes;
	double size = low * pow(high / low, (double)i / (CURVE_POINTS - 1));
	const struct proof_row *row = range->row;
	const struct proof_row *last = row + range->count - 2;
	double part;

	while (row < last && (double)row[1].bytes <= size)
		row++;
	part = (size - (double)row->bytes) /
	       (double)(row[1].bytes - row->bytes);
	return (struct growth_point){
		size, growth_model_at(model,
			      n_of(row) + part * (n_of(row + 1) - n_of(row)))};
}

/* Are sizes and costs fit for a curve over logarithms? */
static bool has_curve(const struct proof_plot_range *range)
{
	for (size_t i = 0; i < range->count; i++)
		if (range->row[i].bytes <= (i ? range->row[i - 1].bytes : 0))
			return false;
	return range->count >= 2;
}

/* WAY gets room for the curve. A proof of an old release has no coefficients. */
static void add_curve(struct plot_curves *curves,
	const struct growth_model *model, const char *name,
	const struct proof_plot_range *range, struct growth_point *way)
{
	if (model->a == 0 && model->b == 0 && model->c == 0)
		return;
	for (size_t i = 0; i < CURVE_POINTS; i++)
		way[i] = point_at(range, model, i);
	curves->curve[curves->count++] =
		(struct plot_curve){name, way, CURVE_POINTS};
}

/* What lies between the two powers that go through the largest point. */
static void add_band(struct plot_curves *curves, const char *name,
	const struct proof_law *law, const struct proof_plot_range *range,
	struct growth_point *way)
{
	const struct proof_row *last = &range->row[range->count - 1];
	const struct growth_model flat = {.a = (double)last->count};

	if (law->low >= law->high || last->count == 0)
		return;
	for (size_t i = 0; i < CURVE_POINTS; i++) {
		struct growth_point *low = &way[i];
		struct growth_point *high = &way[CURVE_POINTS + i];
		*low = *high = point_at(range, &flat, i);
		low->cost *= pow(low->size / (double)last->bytes, law->low);
		high->cost *= pow(high->size / (double)last->bytes, law->high);
	}
	curves->low = (struct plot_curve){name, way, CURVE_POINTS};
	curves->high =
		(struct plot_curve){name, way + CURVE_POINTS, CURVE_POINTS};
}

/* TITLE: see struct plot_curves. */
static void proof_plot_print_curves(FILE *out, const struct proof_result *proof,
	const struct plot_series *series, size_t series_count,
	const char *title)
{
	const struct proof_law *law = &proof->law;
	const struct proof_plot_range range = measured(proof);
	struct growth_point way[4 * CURVE_POINTS];
	struct plot_curves curves = {.title = title};
	char *name = memory_format("law: %s", law->model ?: ""),
	     *rival = memory_format("next best: %s", law->rival ?: ""),
	     *band = memory_format("degree %.2f to %.2f", law->low, law->high);

	if (has_curve(&range)) {
		add_curve(&curves, &law->fit, name, &range, way);
		if (!law->is_exact && curves.count > 0)
			add_curve(&curves, &law->rival_fit, rival, &range,
				way + CURVE_POINTS);
		add_band(&curves, band, law, &range, way + 2 * CURVE_POINTS);
	}
	plot_print_curves(out, series, series_count, &curves, proof->size_unit,
		proof->count_unit);
	free(band);
	free(rival);
	free(name);
}

static void proof_plot_print_titled(
	FILE *out, const struct proof_result *proof, const char *title)
{
	struct report_evidence found = {0}, typical = {0};
	struct growth_point *points =
		points_of(proof, false, &found.point_count);
	struct growth_point *others =
		points_of(proof, true, &typical.point_count);
	const struct plot_series series[PLOT_SERIES_MAX] = {
		{proof_is_of_tests(proof) ? "measured" : "found", &found},
		{"typical", &typical}};

	found.point = points;
	typical.point = others;
	proof_plot_print_curves(
		out, proof, series, plot_has_points(&typical) ? 2 : 1, title);
	free(points);
	free(others);
}

bool proof_plot_has_points(const struct proof_result *proof)
{
	struct report_evidence found = {0};
	struct growth_point *points =
		points_of(proof, false, &found.point_count);
	bool has_points;

	found.point = points;
	has_points = plot_has_points(&found);
	free(points);
	return has_points;
}

void proof_plot_print(FILE *out, const struct proof_result *proof)
{
	proof_plot_print_titled(out, proof, NULL);
}

void proof_plot_print_file(FILE *out, const struct proof_result *proof)
{
	proof_plot_print_titled(
		out, proof, proof->law.sentence ? proof->law.sentence : "");
}
