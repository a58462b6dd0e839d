/* SPDX-License-Identifier: MIT
 * Tests of lib/growth: against numbers that are known, and against GSL where
 * it is installed. */
#include "config.h"

#include "lib/growth/growth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#ifdef HAVE_GSL
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>
#endif

#include "lib/random.h"

#define LAW_POINTS 7

static const struct growth_term terms[] = {{0, false}, {0, true}, {0.5, false},
	{1, false}, {1, true}, {1.5, false}, {2, false}, {2, true}, {3, false},
	{5, false}};
#define TERMS (sizeof terms / sizeof terms[0])

static bool is_near(double a, double b, double part)
{
	return fabs(a - b) <= part * fmax(fabs(a), fabs(b));
}

/* ---- a line ---- */

static void a_power_is_fitted_exactly(void **unused)
{
	struct growth growth = {0};
	struct growth_fit fit;

	(void)unused;
	for (double size = 8; size <= 8192; size *= 2)
		growth_add(&growth, size, 3 * pow(size, 1.7));
	growth_add(&growth, 0, 5); /* says nothing */
	assert_true(growth_fit(&growth, &fit));
	assert_true(fabs(fit.degree - 1.7) < 1e-12);
	assert_true(fit.high - fit.low < 1e-12);
	assert_int_equal(fit.points, 11);
	growth_release(&growth);
}

/* Slope 1; the residuals are 1, -2, 1 times a third of log 2, and t is 12.7062
 * for one degree of freedom. */
static void the_interval_is_students(void **unused)
{
	struct growth growth = {0};
	struct growth_fit fit;

	(void)unused;
	growth_add(&growth, 1, 1 * cbrt(2));
	growth_add(&growth, 2, 2 / cbrt(4));
	growth_add(&growth, 4, 4 * cbrt(2));
	assert_true(growth_fit(&growth, &fit));
	assert_true(fabs(fit.degree - 1) < 1e-12);
	assert_true(
		is_near(fit.high - 1, 12.706204736 * sqrt(6.0 / 9 / 2), 1e-9));
	growth_release(&growth);
}

static void two_sizes_leave_the_interval_open(void **unused)
{
	struct growth growth = {0};
	struct growth_fit fit;

	(void)unused;
	growth_add(&growth, 10, 100);
	growth_add(&growth, 14, 196);
	assert_false(growth_fit(&growth, &fit));
	assert_int_equal(fit.points, 0);
	growth_add(&growth, 14, 196);
	growth_add(&growth, 10, 100);
	assert_false(growth_fit(&growth, &fit));
	growth_add(&growth, 20, 400);
	assert_true(growth_fit(&growth, &fit));
	assert_true(isfinite(fit.high));
	growth_release(&growth);
	growth_add(&growth, 10, 100);
	growth_add(&growth, 20, 400);
	growth_add(&growth, 20, 400);
	assert_true(growth_fit(&growth, &fit));
	assert_true(fabs(fit.degree - 2) < 1e-12);
	assert_true(isinf(fit.low) && isinf(fit.high));
	growth_release(&growth);
}

/* ---- severity ---- */

static void growth_decides_severity(void **unused)
{
	const struct growth_limits *limits = &growth_limits_default;
	const struct growth_fit none = {0}, flat = {1.2, 1.0, 1.4, 9},
				wide = {1.2, 0.9, 1.5, 9},
				open = {1, -INFINITY, INFINITY, 2},
				steep = {1.5, 1.4, 1.6, 9};

	(void)unused;
	assert_true(growth_is_bounded(limits, false, &steep));
	assert_true(growth_is_bounded(limits, true, &flat));
	assert_false(growth_is_bounded(limits, true, &none));
	assert_false(growth_is_bounded(limits, true, &wide));
	assert_false(growth_is_bounded(limits, true, &open));
	assert_false(growth_is_bounded(limits, true, &steep));
	assert_true(growth_is_high(limits, 24, 3, &none));
	assert_true(growth_is_high(limits, 24, 1, &steep));
	assert_false(growth_is_high(limits, 24, 2, &flat));
	assert_false(growth_is_high(limits, 23, 3, &steep));
}

/* ---- laws ---- */

/* Costs of a law at doubling sizes. */
static void make_points(struct growth_point point[LAW_POINTS],
	struct growth_term term, double a, double b, double c)
{
	const struct growth_model model = {term, a, b, c};

	for (size_t i = 0; i < LAW_POINTS; i++) {
		double size = 8 * exp2((double)i);
		point[i] = (struct growth_point){
			size, growth_model_at(&model, size)};
	}
}

static void the_right_law_tells_the_next_size(void **unused)
{
	struct growth_point point[LAW_POINTS];
	struct growth_model model;

	(void)unused;
	for (size_t i = 0; i < TERMS; i++) {
		double b = terms[i].power + terms[i].has_log > 1 ? 3 : 0;
		make_points(point, terms[i], 70, b, 2);
		assert_true(growth_fit_model(
			point, LAW_POINTS - 1, terms[i], &model));
		assert_true(is_near(
			growth_model_at(&model, 512), point[6].cost, 1e-9));
		if (i > 0)
			assert_true(is_near(model.c, 2, 1e-6));
		assert_true(fabs(model.b - b) < 1e-5);
	}
}

static void a_wrong_law_misses_it(void **unused)
{
	const struct growth_term square = {2, false}, slower = {1, true},
				 steeper = {3, false};
	struct growth_point point[LAW_POINTS];
	struct growth_model model;

	(void)unused;
	make_points(point, square, 10, 0, 1);
	assert_true(growth_fit_model(point, LAW_POINTS - 1, slower, &model));
	assert_true(growth_model_at(&model, 512) < 0.9 * point[6].cost);
	assert_true(model.b >= 0 && model.c >= 0);
	assert_true(growth_fit_model(point, LAW_POINTS - 1, steeper, &model));
	assert_true(growth_model_at(&model, 512) > 1.1 * point[6].cost);
}

static void no_law_has_negative_growth(void **unused)
{
	struct growth_point point[LAW_POINTS];
	struct growth_model model;

	(void)unused;
	make_points(point, terms[3], 9000, 0, -2);
	assert_false(growth_fit_model(point, LAW_POINTS, terms[3], &model));
	assert_false(growth_fit_model(point, 1, terms[3], &model));
	point[1] = point[0];
	assert_false(growth_fit_model(point, 2, terms[3], &model));
}

#ifdef HAVE_GSL

/* ---- GSL ---- */

static void gsl_fits_the_same_line(void **unused)
{
	uint64_t state = 7;

	(void)unused;
	for (int round = 0; round < 2000; round++) {
		size_t count = 3 + random_mix_below(&state, GROWTH_POINTS - 2);
		double x[GROWTH_POINTS], y[GROWTH_POINTS];
		double base, slope, unused_1, unused_2, variance, squares, half;
		struct growth growth = {0};
		struct growth_fit fit;
		for (size_t i = 0; i < count; i++) {
			double size = 10.0 * (double)(i + 1);
			double cost =
				1 + (double)random_mix_below(&state, 100000);
			x[i] = log(size);
			y[i] = log(cost);
			growth_add(&growth, size, cost);
		}
		gsl_fit_linear(x, 1, y, 1, count, &base, &slope, &unused_1,
			&unused_2, &variance, &squares);
		half = gsl_cdf_tdist_Pinv(0.975, (double)count - 2) *
		       sqrt(variance);
		assert_true(growth_fit(&growth, &fit));
		assert_true(fabs(fit.degree - slope) < 1e-10);
		assert_true(is_near(fit.high - fit.low, 2 * half, 1e-9));
		growth_release(&growth);
	}
}

/* The fit by GSL, with relative errors. */
static void fit_with_gsl(const struct growth_point *point, size_t count,
	struct growth_term term, bool is_linear, double x[3])
{
	size_t columns = is_linear ? 3 : 2;
	gsl_matrix *rows = gsl_matrix_alloc(count, columns);
	gsl_matrix *covariance = gsl_matrix_alloc(columns, columns);
	gsl_vector *ones = gsl_vector_alloc(count);
	gsl_vector *found = gsl_vector_alloc(columns);
	gsl_multifit_linear_workspace *work =
		gsl_multifit_linear_alloc(count, columns);
	double squares;

	for (size_t i = 0; i < count; i++) {
		double cost = point[i].cost, n = point[i].size;
		gsl_vector_set(ones, i, 1);
		gsl_matrix_set(rows, i, 0, 1 / cost);
		gsl_matrix_set(rows, i, 1, n / cost);
		gsl_matrix_set(
			rows, i, columns - 1, growth_term_at(term, n) / cost);
	}
	gsl_multifit_linear(rows, ones, found, covariance, &squares, work);
	for (size_t i = 0; i < columns; i++)
		x[i] = gsl_vector_get(found, i);
	gsl_multifit_linear_free(work);
	gsl_vector_free(found);
	gsl_vector_free(ones);
	gsl_matrix_free(covariance);
	gsl_matrix_free(rows);
}

/* Laws with what no model explains, at up to 14 doublings. */
static void gsl_fits_the_same_laws(void **unused)
{
	uint64_t state = 3;
	size_t compared = 0;

	(void)unused;
	for (int round = 0; round < 2000; round++) {
		size_t count = 5 + random_mix_below(&state, 10);
		struct growth_term term = terms[4 + round % (TERMS - 4)];
		struct growth_point point[14];
		struct growth_model model;
		double x[3];
		for (size_t i = 0; i < count; i++) {
			double n = exp2((double)i);
			double off =
				(double)random_mix_below(&state, 1000) / 1e4;
			point[i] = (struct growth_point){
				n, (50 + 7 * n + 2 * growth_term_at(term, n)) *
					   (1 + off)};
		}
		if (!growth_fit_model(point, count, term, &model))
			continue;
		fit_with_gsl(point, count, term, model.b > 0, x);
		assert_true(is_near(model.a, x[0], 1e-7));
		assert_true(model.b == 0 || is_near(model.b, x[1], 1e-7));
		assert_true(is_near(model.c, model.b > 0 ? x[2] : x[1], 1e-7));
		compared++;
	}
	assert_true(compared > 1500);
}

#endif

static bool is_flat(double power, bool has_log, double to)
{
	struct growth_point point[16];
	size_t count = 0;

	for (double n = 8; n <= to; n *= 2)
		point[count++] = (struct growth_point){n,
			500 + 7 * growth_term_at(
					  (struct growth_term){power, has_log},
					  n)};
	return growth_is_flat(point, count);
}

static void what_rises_in_proportion_is_flat(void **unused)
{
	(void)unused;
	assert_true(is_flat(1, false, 256));
	assert_true(is_flat(1, true, 256));
	assert_false(is_flat(1.5, false, 256));
	assert_false(is_flat(2, false, 256));
	/* Too few sizes, and what does not rise. */
	assert_false(is_flat(1, false, 64));
	assert_false(is_flat(0, false, 256));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_rises_in_proportion_is_flat),
		cmocka_unit_test(a_power_is_fitted_exactly),
		cmocka_unit_test(the_interval_is_students),
		cmocka_unit_test(two_sizes_leave_the_interval_open),
		cmocka_unit_test(growth_decides_severity),
		cmocka_unit_test(the_right_law_tells_the_next_size),
		cmocka_unit_test(a_wrong_law_misses_it),
		cmocka_unit_test(no_law_has_negative_growth),
#ifdef HAVE_GSL
		cmocka_unit_test(gsl_fits_the_same_line),
		cmocka_unit_test(gsl_fits_the_same_laws),
#endif
	};

#ifndef HAVE_GSL
	puts("# not compared with GSL: configure did not find libgsl-dev");
#endif
	return cmocka_run_group_tests(tests, NULL, NULL);
}
