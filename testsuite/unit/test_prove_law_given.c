/* SPDX-License-Identifier: MIT
 * Laws found in counts at sizes that somebody chose. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/growth/law.h"

#define APART 1.4 /* of the K that models are fitted to */

typedef double count_of(double k);

static double triangle(double k)
{
	return 12 + k * (k + 1) / 2;
}

static double line(double k)
{
	return 3 * k + 7;
}

static double nine(double k)
{
	(void)k;
	return 9;
}

static double choose_three(double k)
{
	return k * (k - 1) * (k - 2) / 6;
}

static double logarithmic(double k)
{
	return floor(k * log2(k));
}

static double merge_sort(double k)
{
	return k <= 1 ? 1
		      : merge_sort(floor(k / 2)) + merge_sort(ceil(k / 2)) + k;
}

static double until_1000(double k)
{
	return triangle(k < 1000 ? k : 1000);
}

static double doubles(double k)
{
	return floor(pow(2, k)) + 5 * k;
}

static void add(struct law_series *series, double k, double count)
{
	series->point[series->points].size = k;
	series->point[series->points++].cost = count;
}

static struct law find(count_of *count, const double *k, size_t points)
{
	struct law_curve curve = {0};
	struct law law;

	for (size_t i = 0; i < points; i++) {
		add(&curve.given, k[i], count(k[i]));
		if (i == 0 ||
			k[i] >= APART * curve.doubled
						.point[curve.doubled.points - 1]
						.size)
			add(&curve.doubled, k[i], count(k[i]));
	}
	law_find(&curve, &law);
	return law;
}

#define FIND(count, ...)                                                       \
	find(count, (const double[]){__VA_ARGS__},                             \
		sizeof((double[]){__VA_ARGS__}) / sizeof(double))

static void five_sizes_of_any_kind_tell_a_square_exactly(void **state)
{
	struct law doubled = FIND(triangle, 100, 200, 400, 800, 1600);
	struct law any = FIND(triangle, 7, 30, 31, 500, 777);

	(void)state;
	assert_int_equal(doubled.verdict, PROOF_GROWS);
	assert_int_equal(doubled.class, LAW_SQUARE);
	assert_true(doubled.is_exact);
	assert_true(doubled.from == 100 && doubled.to == 1600);
	assert_int_equal(any.class, LAW_SQUARE);
	assert_true(any.is_exact);
}

static void four_sizes_are_too_few_for_a_square_but_not_for_a_line(void **state)
{
	(void)state;
	assert_int_equal(
		FIND(triangle, 100, 200, 400, 800).verdict, PROOF_NOT_SHOWN);
	assert_int_equal(FIND(line, 100, 200, 400, 800).left, 1u << LAW_LINEAR);
	assert_int_equal(FIND(line, 100, 200, 400).verdict, PROOF_NOT_SHOWN);
	assert_int_equal(FIND(nine, 100, 200, 400).verdict, PROOF_BOUNDED);
}

/* n(n + 1) from 8 on, as a join whose table has room for 4. */
static double started(double k)
{
	return k < 8 ? 16 : k * (k + 1);
}

static double nearly(double k)
{
	return floor(pow(k, 2.01));
}

static void a_smallest_size_that_does_not_fit_is_left_out(void **state)
{
	struct law law = FIND(started, 4, 8, 16, 32, 64);

	(void)state;
	assert_int_equal(law.class, LAW_SQUARE);
	assert_true(law.is_exact);
	assert_true(law.from == 8 && law.to == 64 && law.left_out == 4);
	assert_true(FIND(triangle, 100, 200, 400, 800, 1600).left_out == 0);
	assert_false(FIND(nearly, 4, 8, 16, 32, 64).is_exact);
	assert_int_equal(FIND(started, 8, 16, 32, 64).verdict, PROOF_NOT_SHOWN);
}

static void higher_powers_need_more_sizes(void **state)
{
	struct law law = FIND(choose_three, 10, 20, 40, 80, 160, 320, 640);

	(void)state;
	assert_true(law.is_exact);
	assert_int_equal(law.class, LAW_CUBE);
}

static void sizes_close_together_show_nothing(void **state)
{
	(void)state;
	assert_int_equal(FIND(line, 100, 101, 102, 103, 104, 105).verdict,
		PROOF_NOT_SHOWN);
	assert_int_equal(FIND(triangle, 100, 120, 140, 160, 200).verdict,
		PROOF_NOT_SHOWN);
	assert_int_equal(
		FIND(logarithmic, 100, 101, 102, 103, 104, 105, 106).verdict,
		PROOF_NOT_SHOWN);
}

static void a_law_that_is_no_polynomial_is_fitted_at_any_sizes(void **state)
{
	struct law law = FIND(merge_sort, 100, 300, 500, 1000, 1500, 3000, 6000,
		10000, 20000);

	(void)state;
	assert_int_equal(law.verdict, PROOF_GROWS);
	assert_int_equal(law.class, LAW_LINEAR_LOG);
	assert_false(law.is_exact);
}

static void a_limit_is_no_bound_when_a_law_stands_before_it(void **state)
{
	struct law law = FIND(until_1000, 30, 60, 120, 240, 480, 960, 1920,
		3840, 7680, 15360);

	(void)state;
	assert_int_equal(law.class, LAW_SQUARE);
	assert_true(law.is_limited);
	/* Too little of what comes after it: */
	assert_int_not_equal(
		FIND(until_1000, 1500, 1600, 1700, 1800, 1900, 2000).verdict,
		PROOF_GROWS);
	assert_int_not_equal(
		FIND(until_1000, 900, 1100, 1600, 2200, 3000, 4000).verdict,
		PROOF_BOUNDED);
}

static void equal_steps_tell_exponential_growth(void **state)
{
	struct law_curve curve = {0};
	struct law law;

	(void)state;
	for (double k = 8; k <= 20; k += 2) {
		add(&curve.given, k, doubles(k));
		add(&curve.equal, k, doubles(k));
	}
	law_find(&curve, &law);
	assert_int_equal(law.class, LAW_EXPONENTIAL);
	assert_true(fabs(law.base - 2) < 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(five_sizes_of_any_kind_tell_a_square_exactly),
		cmocka_unit_test(
			four_sizes_are_too_few_for_a_square_but_not_for_a_line),
		cmocka_unit_test(a_smallest_size_that_does_not_fit_is_left_out),
		cmocka_unit_test(higher_powers_need_more_sizes),
		cmocka_unit_test(sizes_close_together_show_nothing),
		cmocka_unit_test(
			a_law_that_is_no_polynomial_is_fitted_at_any_sizes),
		cmocka_unit_test(
			a_limit_is_no_bound_when_a_law_stands_before_it),
		cmocka_unit_test(equal_steps_tell_exponential_growth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
