/* SPDX-License-Identifier: MIT
 * Tests of viz/growth_fit: laws are read by their names, and fit what follows
 * them. */
#include "config.h"

#include "viz/growth_fit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define POINTS 7

/* Costs A + B n + C n^POWER (log n) at doubling sizes. */
static void make_points(struct growth_point *point, double a, double b,
	double c, double power, bool has_log)
{
	for (size_t i = 0; i < POINTS; i++) {
		double size = 8 * pow(2, (double)i);
		point[i].size = size;
		point[i].cost =
			a + b * size +
			c * pow(size, power) * (has_log ? log(size) : 1);
	}
}

static void assert_tells_next(const char *law, double power, bool has_log,
	double a, double b, double c)
{
	struct growth_point point[POINTS];
	struct curve_fit fit;

	make_points(point, a, b, c, power, has_log);
	assert_true(growth_fit_init(&fit, law, point, POINTS - 1));
	assert_true(fabs(growth_fit_at(&fit, point[POINTS - 1].size) /
				    point[POINTS - 1].cost -
			    1) < 1e-6);
}

static void the_right_law_tells_the_next_size(void **unused)
{
	(void)unused;
	assert_tells_next("constant", 0, false, 70, 0, 0);
	assert_tells_next("log n", 0, true, 3, 0, 5);
	assert_tells_next("n^0.5", 0.5, false, 3, 0, 5);
	assert_tells_next("n", 1, false, 40, 0, 2);
	assert_tells_next("n log n", 1, true, 40, 3, 2);
	assert_tells_next("n^1.5", 1.5, false, 0, 7, 2);
	assert_tells_next("n^2", 2, false, 900, 30, 0.5);
	assert_tells_next("n^2 log n", 2, true, 9, 3, 2);
	assert_tells_next("n^5", 5, false, 1e6, 1, 1e-3);
}

static void a_wrong_law_misses_it(void **unused)
{
	struct growth_point point[POINTS];
	struct curve_fit fit;
	double last;

	(void)unused;
	make_points(point, 10, 0, 1, 2, false);
	last = point[POINTS - 1].cost;
	assert_true(growth_fit_init(&fit, "n log n", point, POINTS - 1));
	assert_true(growth_fit_at(&fit, point[POINTS - 1].size) < 0.9 * last);
	assert_true(growth_fit_init(&fit, "n^3", point, POINTS - 1));
	assert_true(growth_fit_at(&fit, point[POINTS - 1].size) > 1.1 * last);
	for (int i = 0; i < GROWTH_TERMS; i++)
		assert_true(fit.term[i] >= 0);
}

static void what_is_no_law_is_not_drawn(void **unused)
{
	static const char *const none[] = {
		"", "2^n", "n^2 or n^3", "x", "n^", "n^2 log", "n^99", "nn"};
	struct growth_point point[POINTS];
	struct curve_fit fit;

	(void)unused;
	make_points(point, 1, 1, 1, 2, false);
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(growth_fit_init(&fit, none[i], point, POINTS));
	assert_false(growth_fit_init(&fit, "n^2", point, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_right_law_tells_the_next_size),
		cmocka_unit_test(a_wrong_law_misses_it),
		cmocka_unit_test(what_is_no_law_is_not_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
