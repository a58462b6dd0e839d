/* SPDX-License-Identifier: MIT
 * How a cost grows with a size. */
#include "config.h"

#include "lib/growth/growth.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#define FLAT_RISE 2 /* times the first cost: it rises */
#define FLAT_BEND                                                              \
	2.2 /* last slope by the first: n log n has less over most ranges */

#define CONFIDENCE 0.95
#define TERMS	   3
#define DEPENDENT  1e-13 /* what is left of a column that the others make up */

/* ---- points ---- */

/* A step of a linear congruential generator (Knuth's MMIX). */
static uint64_t growth_draw(struct growth *growth, uint64_t below)
{
	growth->random = growth->random * UINT64_C(6364136223846793005) +
			 UINT64_C(1442695040888963407);
	return (growth->random >> 33) % below;
}

void growth_add(struct growth *growth, double size, double cost)
{
	uint64_t at = growth->count;

	if (size <= 0 || cost <= 0)
		return;
	if (growth->seen++ == 0)
		growth->size_min = growth->size_max = size;
	growth->size_min = fmin(growth->size_min, size);
	growth->size_max = fmax(growth->size_max, size);
	if (at == GROWTH_POINTS) {
		at = growth_draw(growth, growth->seen);
		if (at >= GROWTH_POINTS)
			return;
	} else if (growth->count++ == growth->capacity) {
		growth->capacity = growth->capacity ? 4 * growth->capacity : 4;
		growth->point = memory_resize(
			growth->point, growth->capacity, sizeof *growth->point);
	}
	growth->point[at] = (struct growth_point){size, cost};
}

bool growth_has_sizes(const struct growth *growth, double span)
{
	return growth->seen > 1 && growth->size_max >= span * growth->size_min;
}

static uint32_t count_sizes(const struct growth *growth)
{
	uint32_t sizes = 0;

	for (uint32_t i = 0; i < growth->count; i++) {
		uint32_t j = 0;
		while (growth->point[j].size != growth->point[i].size)
			j++;
		sizes += j == i;
	}
	return sizes;
}

void growth_release(struct growth *growth)
{
	free(growth->point);
	memset(growth, 0, sizeof *growth);
}

/* ---- a line ---- */

/* How often Student's |t| is at most tan(ANGLE) * sqrt(FREEDOM). */
static double share_within(double angle, unsigned freedom)
{
	bool is_odd = freedom % 2;
	double cosine = cos(angle), term = is_odd ? cosine : 1, sum = 0;

	for (unsigned i = 2 + is_odd; i <= freedom; i += 2) {
		sum += term;
		term *= cosine * cosine * (i - 1) / i;
	}
	sum *= sin(angle);
	return is_odd ? 2 / M_PI * (angle + sum) : sum;
}

/* The t that is exceeded, on either side, by what CONFIDENCE leaves. */
static double quantile(unsigned freedom)
{
	double low = 0, high = M_PI / 2;

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;
		if (share_within(middle, freedom) < CONFIDENCE)
			low = middle;
		else
			high = middle;
	}
	return tan(low) * sqrt(freedom);
}

/* The sum over points of the squared distance from a line of SLOPE through
 * the means. */
static double squares(
	const struct growth *growth, double x_mean, double y_mean, double slope)
{
	double sum = 0;

	for (uint32_t i = 0; i < growth->count; i++) {
		double x = log(growth->point[i].size) - x_mean;
		double y = log(growth->point[i].cost) - y_mean;
		sum += (y - slope * x) * (y - slope * x);
	}
	return sum;
}

bool growth_fit(const struct growth *growth, struct growth_fit *fit)
{
	double x_mean = 0, y_mean = 0, xx = 0, xy = 0, half = INFINITY;
	uint32_t n = growth->count;

	memset(fit, 0, sizeof *fit);
	if (!growth_has_sizes(growth, GROWTH_SPAN))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		x_mean += log(growth->point[i].size) / n;
		y_mean += log(growth->point[i].cost) / n;
	}
	for (uint32_t i = 0; i < n; i++) {
		double x = log(growth->point[i].size) - x_mean;
		xx += x * x;
		xy += x * (log(growth->point[i].cost) - y_mean);
	}
	/* A sample of many points may lack the sizes that make the span. */
	if (xx <= 0)
		return false;
	fit->degree = xy / xx;
	if (count_sizes(growth) >= 3)
		half = quantile(n - 2) *
		       sqrt(squares(growth, x_mean, y_mean, fit->degree) /
			       (n - 2) / xx);
	fit->low = fit->degree - half;
	fit->high = fit->degree + half;
	fit->points = growth->seen;
	return true;
}

/* ---- severity ---- */

const struct growth_limits growth_limits_default = {GROWTH_HIGH_REREADS,
	GROWTH_HIGH_LENGTHS, GROWTH_HIGH_DEGREE, GROWTH_LOW_DEGREE};

bool growth_is_bounded(const struct growth_limits *limits, bool has_grown,
	const struct growth_fit *fit)
{
	return !has_grown ||
	       (fit->points > 0 && fit->degree <= limits->low_degree &&
		       fit->high < limits->high_degree);
}

bool growth_is_high(const struct growth_limits *limits, uint64_t rereads,
	unsigned lengths, const struct growth_fit *fit)
{
	return (double)rereads >= limits->high_rereads &&
	       (lengths >= limits->high_lengths ||
		       (fit->points > 0 && fit->degree >= limits->high_degree));
}

static double growth_slope(
	const struct growth_point *from, const struct growth_point *to)
{
	return (to->cost - from->cost) / (to->size - from->size);
}

bool growth_is_flat(const struct growth_point *point, size_t count)
{
	const struct growth_point *last = point + count - 1;

	if (count < 4 || last->size < GROWTH_FLAT_SPAN * point->size ||
		last->cost < FLAT_RISE * point->cost)
		return false;
	/* Of two steps each: what is odd about one size says little. */
	double first = growth_slope(point, point + 2);
	double bend = growth_slope(last - 1, last) / first;

	return first > 0 && bend <= FLAT_BEND &&
	       growth_slope(last - 2, last) <= FLAT_BEND * first;
}

/* ---- laws ---- */

double growth_term_at(struct growth_term term, double n)
{
	if (term.power == 0 && !term.has_log)
		return 0;
	return pow(n, term.power) * (term.has_log ? log2(n) : 1);
}

double growth_model_at(const struct growth_model *model, double n)
{
	return model->a + model->b * n +
	       model->c * growth_term_at(model->term, n);
}

/* A least-squares problem, by columns; each has as many rows as there are points. */
struct problem {
	double column[TERMS][GROWTH_POINTS];
	double right[GROWTH_POINTS];
	size_t columns, rows;
};

static double product(const double *a, const double *b, size_t rows)
{
	double sum = 0;

	for (size_t i = 0; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

/* TO -= FACTOR FROM */
static void growth_subtract(
	double *to, double factor, const double *from, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		to[i] -= factor * from[i];
}

/* Makes the columns orthogonal, one after the other, and RIGHT to all of them;
 * X is what was taken of each, in terms of the columns as they were. False: one
 * is a combination of the others. */
static bool solve(struct problem *problem, double x[TERMS])
{
	size_t rows = problem->rows, columns = problem->columns;
	double r[TERMS][TERMS], whole[TERMS];

	for (size_t i = 0; i < columns; i++)
		whole[i] = sqrt(
			product(problem->column[i], problem->column[i], rows));
	for (size_t i = 0; i < columns; i++) {
		double *own = problem->column[i];
		r[i][i] = sqrt(product(own, own, rows));
		if (!(r[i][i] > DEPENDENT * whole[i]))
			return false;
		for (size_t k = 0; k < rows; k++)
			own[k] /= r[i][i];
		for (size_t j = i + 1; j < columns; j++) {
			r[i][j] = product(own, problem->column[j], rows);
			growth_subtract(problem->column[j], r[i][j], own, rows);
		}
		x[i] = product(own, problem->right, rows);
		growth_subtract(problem->right, x[i], own, rows);
	}
	for (size_t i = columns; i-- > 0;) {
		for (size_t j = i + 1; j < columns; j++)
			x[i] -= r[i][j] * x[j];
		x[i] /= r[i][i];
	}
	return true;
}

/* Rows are divided by their costs: so errors are relative, and costs of 1e8 do
 * not drown those of 10. */
static bool fit_terms(const struct growth_point *point, bool is_linear,
	bool is_leading, struct problem *problem, struct growth_model *model)
{
	double x[TERMS];

	problem->columns = 1u + is_linear + is_leading;
	if (problem->rows < problem->columns)
		return false;
	for (size_t i = 0; i < problem->rows; i++) {
		double cost = fmax(point[i].cost, 1), n = point[i].size;
		size_t column = 0;
		problem->right[i] = point[i].cost / cost;
		problem->column[column++][i] = 1 / cost;
		if (is_linear)
			problem->column[column++][i] = n / cost;
		if (is_leading)
			problem->column[column][i] =
				growth_term_at(model->term, n) / cost;
	}
	if (!solve(problem, x))
		return false;
	model->a = x[0];
	model->b = is_linear ? x[1] : 0;
	model->c = is_leading ? x[problem->columns - 1] : 0;
	return model->b >= 0 && model->c >= 0;
}

bool growth_fit_model(const struct growth_point *point, size_t count,
	struct growth_term term, struct growth_model *model)
{
	struct problem problem = {.rows = count};
	bool is_leading = term.power > 0 || term.has_log;
	bool is_steep = term.power > 1 || (term.power == 1 && term.has_log);

	assert(count <= GROWTH_POINTS);
	*model = (struct growth_model){.term = term};
	return (is_steep && fit_terms(point, true, true, &problem, model)) ||
	       fit_terms(point, false, is_leading, &problem, model);
}
