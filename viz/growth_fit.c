/* SPDX-License-Identifier: MIT
 * Fits for plots. */
#include "config.h"

#include "viz/growth_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "n^2 log n" -> 2, with a logarithm. */
static bool read_law(struct curve_fit *fit, const char *law)
{
	char *end = (char *)law;

	*fit = (struct curve_fit){0};
	if (*law == 'n') {
		fit->power = 1;
		end++;
		if (*end == '^')
			fit->power = strtod(end + 1, &end);
		end += *end == ' ';
	} else if (strcmp(law, "constant") == 0) {
		return true;
	}
	fit->has_log = strcmp(end, "log n") == 0;
	return (fit->has_log || (*end == '\0' && fit->power > 0)) &&
	       fit->power < 20;
}

static double law_at(const struct curve_fit *fit, double size)
{
	return pow(size, fit->power) * (fit->has_log ? log(fmax(size, 2)) : 1);
}

static double term_at(const struct curve_fit *fit, int term, double size)
{
	return term == 0 ? 1 : term == 1 ? size : law_at(fit, size);
}

/* Rows of the least-squares problem, divided by their costs. */
#define ROWS_MAX 64
struct problem {
	double column[GROWTH_TERMS][ROWS_MAX];
	double right[ROWS_MAX];
	double scale[GROWTH_TERMS];
	size_t rows;
};

static double product(const double *a, const double *b, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Of the columns in USED, by modified Gram-Schmidt. */
static void solve(const struct problem *problem, const bool *used, double *x)
{
	double q[GROWTH_TERMS][ROWS_MAX], r[GROWTH_TERMS][GROWTH_TERMS] = {{0}};
	double right[ROWS_MAX], y[GROWTH_TERMS] = {0};
	size_t rows = problem->rows;

	memcpy(q, problem->column, sizeof(q));
	memcpy(right, problem->right, sizeof(right));
	for (int i = 0; i < GROWTH_TERMS; i++) {
		double length = used[i] ? sqrt(product(q[i], q[i], rows)) : 0;
		x[i] = 0;
		if (length < 1e-9) /* nothing that the others do not say */
			continue;
		r[i][i] = length;
		for (size_t k = 0; k < rows; k++)
			q[i][k] /= length;
		y[i] = product(q[i], right, rows);
		for (size_t k = 0; k < rows; k++)
			right[k] -= y[i] * q[i][k];
		for (int j = i + 1; j < GROWTH_TERMS; j++) {
			r[i][j] = product(q[i], q[j], rows);
			for (size_t k = 0; k < rows; k++)
				q[j][k] -= r[i][j] * q[i][k];
		}
	}
	for (int i = GROWTH_TERMS - 1; i >= 0; i--) {
		for (int j = i + 1; j < GROWTH_TERMS; j++)
			y[i] -= r[i][j] * x[j];
		x[i] = r[i][i] > 0 ? y[i] / r[i][i] : 0;
	}
}

static void make_problem(struct problem *problem, const struct curve_fit *fit,
	const struct growth_point *point, size_t count)
{
	const struct growth_point *last = &point[count - 1];

	*problem = (struct problem){.rows = count};
	for (int term = 0; term < GROWTH_TERMS; term++)
		problem->scale[term] = term_at(fit, term, last->size);
	for (size_t i = 0; i < count; i++) {
		problem->right[i] = 1;
		for (int term = 0; term < GROWTH_TERMS; term++)
			problem->column[term][i] =
				term_at(fit, term, point[i].size) /
				problem->scale[term] / point[i].cost;
	}
}

bool growth_fit_init(struct curve_fit *fit, const char *law,
	const struct growth_point *point, size_t count)
{
	struct problem problem;
	bool used[GROWTH_TERMS] = {true, true, true};
	double x[GROWTH_TERMS];

	if (!read_law(fit, law) || count < GROWTH_TERMS || count > ROWS_MAX)
		return false;
	used[1] = fit->power > 1 || (fit->power == 1 && fit->has_log);
	make_problem(&problem, fit, point, count);
	/* A negative term is no part of a cost: without it, then. */
	for (int attempt = 0; attempt < GROWTH_TERMS; attempt++) {
		solve(&problem, used, x);
		for (int i = 0; i < GROWTH_TERMS; i++) {
			used[i] = used[i] && x[i] >= 0;
			fit->term[i] = fmax(x[i], 0) / problem.scale[i];
		}
	}
	return growth_fit_at(fit, point[count - 1].size) > 0;
}

double growth_fit_at(const struct curve_fit *fit, double size)
{
	double sum = 0;

	for (int i = 0; i < GROWTH_TERMS; i++)
		sum += fit->term[i] * term_at(fit, i, size);
	return sum;
}
