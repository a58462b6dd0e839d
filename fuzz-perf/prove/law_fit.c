/* SPDX-License-Identifier: MIT
 * Fitting one model to one series: least squares of relative errors. */
#include "config.h"

#include "fuzz-perf/prove/law_internal.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>

double law_function(enum law_class class, double n)
{
	switch (class) {
	case LAW_LOG:
		return log2(n);
	case LAW_ROOT:
		return sqrt(n);
	case LAW_LINEAR:
		return n;
	case LAW_LINEAR_LOG:
		return n * log2(n);
	case LAW_POWER_1_5:
		return n * sqrt(n);
	case LAW_SQUARE:
		return n * n;
	case LAW_SQUARE_LOG:
		return n * n * log2(n);
	case LAW_CUBE:
		return n * n * n;
	case LAW_FOURTH:
		return n * n * n * n;
	default:
		return 0;
	}
}

double law_model_value(const struct law_model *model, double k)
{
	return model->a + model->b * k +
	       model->c * law_function(model->class, k);
}

/* Which of the three terms are fitted. */
struct terms {
	bool linear, leading;
};

static double term_value(const struct terms *terms, enum law_class class,
	size_t column, double k)
{
	if (column == 0)
		return 1;
	if (column == 1 && terms->linear)
		return k;
	return law_function(class, k);
}

/* Rows are divided by the counts: normal equations of raw counts would lose
 * everything at 1e8. */
static bool solve(const struct law_series *series, size_t points,
	const struct terms *terms, struct law_model *model)
{
	size_t columns = 1 + (size_t)terms->linear + (size_t)terms->leading;
	double value[3] = {0}, square;
	int failed;

	if (points < columns)
		return false;
	gsl_matrix *rows = gsl_matrix_alloc(points, columns);
	gsl_vector *ones = gsl_vector_alloc(points);
	gsl_vector *found = gsl_vector_alloc(columns);
	gsl_matrix *covariance = gsl_matrix_alloc(columns, columns);
	gsl_multifit_linear_workspace *work =
		gsl_multifit_linear_alloc(points, columns);
	for (size_t i = 0; i < points; i++) {
		double count = fmax(series->count[i], 1);
		gsl_vector_set(ones, i, series->count[i] / count);
		for (size_t j = 0; j < columns; j++)
			gsl_matrix_set(rows, i, j,
				term_value(
					terms, model->class, j, series->k[i]) /
					count);
	}
	failed = gsl_multifit_linear(
		rows, ones, found, covariance, &square, work);
	for (size_t j = 0; j < columns; j++)
		value[j] = gsl_vector_get(found, j);
	gsl_multifit_linear_free(work);
	gsl_matrix_free(covariance);
	gsl_vector_free(found);
	gsl_vector_free(ones);
	gsl_matrix_free(rows);
	model->a = value[0];
	model->b = terms->linear ? value[1] : 0;
	model->c = terms->leading ? value[columns - 1] : 0;
	return !failed && model->b >= 0 && model->c >= 0;
}

bool law_fit(const struct law_series *series, size_t points,
	enum law_class class, struct law_model *model)
{
	const struct terms all[] = {{true, true}, {false, true}};
	const struct terms constant = {false, false}, only = {false, true};
	gsl_error_handler_t *handler = gsl_set_error_handler_off();
	bool is_found = false;

	*model = (struct law_model){.class = class};
	if (class == LAW_CONSTANT)
		is_found = solve(series, points, &constant, model);
	else if (class <= LAW_LINEAR)
		is_found = solve(series, points, &only, model);
	for (size_t i = 0; class > LAW_LINEAR && !is_found && i < 2; i++)
		is_found = solve(series, points, &all[i], model);
	gsl_set_error_handler(handler);
	return is_found;
}
