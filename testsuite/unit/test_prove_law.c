/* SPDX-License-Identifier: MIT
 * Laws found in counts that were made to follow one. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/growth/law.h"
#include "lib/random.h"

#define FIRST_K 64
#define DOUBLED 8
#define EQUAL	9
#define PER_LAW 30

typedef double count_of(double k);

static void fill(struct law_series *series, size_t points, double first,
	double step, double factor, count_of *count)
{
	double k = first;

	series->points = points;
	for (size_t i = 0; i < points; i++, k = k * factor + step) {
		series->point[i].size = k;
		series->point[i].cost = count(k);
	}
}

/* The law of a count at K from 64 to 8192, and at nine K from 128 on. */
static struct law find(count_of *count)
{
	struct law_curve curve = {0};
	struct law law;

	fill(&curve.doubled, DOUBLED, FIRST_K, 0, 2, count);
	fill(&curve.equal, EQUAL, 2 * FIRST_K, 16, 1, count);
	law_find(&curve, &law);
	return law;
}

static double seven(double k)
{
	(void)k;
	return 7;
}

static double triangle(double k)
{
	return 2000 + 3 * k + k * (k - 1) / 2;
}

static double brackets(double k)
{
	return k * (k - 1) * (k - 2) / 6 + 5 * k;
}

static double fifth(double k)
{
	return k * k * k * k * k + 1;
}

static double halves(double k)
{
	return floor(log2(k)) + 3;
}

static double merge_sort(double k)
{
	return k <= 1 ? 1
		      : merge_sort(floor(k / 2)) + merge_sort(ceil(k / 2)) + k;
}

static double root_loop(double k)
{
	return k * floor(sqrt(k)) + 4 * k;
}

static double sorted_groups(double k)
{
	return k * merge_sort(k);
}

static double limited_square(double k)
{
	double n = fmin(k, 2000);

	return n * n / 4 + 7 * floor(n / 3) + 2;
}

static double window(double k)
{
	return k <= 64 ? k * k : 64 * 64 + 64 * (k - 64);
}

static double table_steps(double k)
{
	return k + exp2(ceil(log2(k + 1)));
}

static void polynomials_are_told_to_the_last_digit(void **state)
{
	static const struct {
		count_of *count;
		int degree;
		enum law_class class;
	} rows[] = {{seven, 0, LAW_CONSTANT}, {triangle, 2, LAW_SQUARE},
		{brackets, 3, LAW_CUBE}, {fifth, 5, LAW_FOURTH}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct law law = find(rows[i].count);
		assert_true(law.is_exact);
		assert_int_equal(law.degree, rows[i].degree);
		assert_int_equal(law.class, rows[i].class);
		assert_int_equal(law.verdict,
			rows[i].degree ? PROOF_GROWS : PROOF_BOUNDED);
		assert_true(law.low == law.high);
	}
}

static void a_law_that_is_no_polynomial_is_fitted(void **state)
{
	static const struct {
		count_of *count;
		unsigned left; /* one bit, or two that differ in a logarithm */
	} rows[] = {{halves, 1u << LAW_LOG}, {merge_sort, 1u << LAW_LINEAR_LOG},
		{root_loop, 1u << LAW_POWER_1_5},
		{sorted_groups, 1u << LAW_SQUARE_LOG}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct law law = find(rows[i].count);
		assert_int_equal(law.verdict, PROOF_GROWS);
		assert_int_equal(law.left, rows[i].left);
		assert_false(law.is_exact);
	}
}

static void a_limit_is_told_with_the_law_before_it(void **state)
{
	struct law law = find(limited_square);

	(void)state;
	assert_int_equal(law.verdict, PROOF_GROWS);
	assert_int_equal(law.class, LAW_SQUARE);
	assert_true(law.is_limited);
	assert_true(law.limit > 1900 && law.limit < 2100);
}

static void the_later_of_two_laws_counts_when_it_grows(void **state)
{
	struct law law = find(window);

	(void)state;
	assert_int_equal(law.verdict, PROOF_GROWS);
	assert_int_equal(law.class, LAW_LINEAR);
}

static void steps_are_not_taken_for_steep_growth(void **state)
{
	struct law law = find(table_steps);

	(void)state;
	assert_false(law_is_steep(&law));
}

static double power_of_golden_ratio(double k)
{
	return floor(pow(1.618034, k)) + 5 * k;
}

static double golden_with_limit(double k)
{
	return fmin(power_of_golden_ratio(k), 3e6);
}

static double fourth(double k)
{
	return k * k * k * k + sqrt(k);
}

/* What is too large is refused before it is looked at. */
static double nothing_from_ten_on(double k)
{
	return k < 10 ? exp2(k) : 0;
}

static struct law find_in_steps(count_of *count, size_t points)
{
	struct law_curve curve = {0};
	struct law law;

	fill(&curve.equal, points, 4, 1, 1, count);
	law_find(&curve, &law);
	return law;
}

static void exponential_growth_has_a_base(void **state)
{
	struct law law = find_in_steps(power_of_golden_ratio, 28);

	(void)state;
	assert_int_equal(law.class, LAW_EXPONENTIAL);
	assert_true(fabs(law.base - 1.618) < 0.01);
	assert_false(law.is_limited);
	law = find_in_steps(golden_with_limit, 32);
	assert_int_equal(law.class, LAW_EXPONENTIAL);
	assert_true(fabs(law.base - 1.618) < 0.01);
	assert_true(law.is_limited);
}

static void a_power_is_not_taken_for_exponential_growth(void **state)
{
	(void)state;
	for (size_t points = 8; points <= LAW_POINTS; points++) {
		struct law law = find_in_steps(fourth, points);
		assert_int_not_equal(law.class, LAW_EXPONENTIAL);
	}
}

static void no_count_at_all_is_no_growth(void **state)
{
	struct law law = find_in_steps(nothing_from_ten_on, 20);

	(void)state;
	assert_int_equal(law.verdict, PROOF_NOT_SHOWN);
}

static void few_sizes_show_nothing(void **state)
{
	struct law_curve curve = {0};
	struct law law;

	(void)state;
	fill(&curve.doubled, 4, FIRST_K, 0, 2, root_loop);
	law_find(&curve, &law);
	assert_int_equal(law.verdict, PROOF_NOT_SHOWN);
}

/* What f(n) of a class is. */
static const struct growth_term terms[] = {
	[LAW_CONSTANT] = {0, false},
	[LAW_LOG] = {0, true},
	[LAW_ROOT] = {0.5, false},
	[LAW_LINEAR] = {1, false},
	[LAW_LINEAR_LOG] = {1, true},
	[LAW_POWER_1_5] = {1.5, false},
	[LAW_SQUARE] = {2, false},
	[LAW_SQUARE_LOG] = {2, true},
	[LAW_CUBE] = {3, false},
	[LAW_FOURTH] = {4, false},
};

/* a + b n + c f(n) at seven doublings, f leading by 20 to 100 % at the last,
 * whole numbers, one-sided noise of up to NOISE. */
static struct law_curve make_curve(
	struct random *random, enum law_class class, double noise)
{
	struct law_curve curve = {.is_noisy = noise > 0};
	double share = 0.2 + 0.8 * random_unit(random);
	double rest = (1 - share) * random_unit(random);
	struct growth_term term = terms[class];
	double most = 63 * 64, whole = 1e4 * (1 + 1e3 * random_unit(random));

	if (class <= LAW_LINEAR) /* what leads includes the linear part */
		rest = 0;
	curve.doubled.points = 7;
	for (size_t i = 0; i < 7; i++) {
		double k = 63 * exp2((double)i);
		double value = (1 - share - rest) * whole +
			       rest * whole * k / most +
			       share * whole * growth_term_at(term, k) /
				       growth_term_at(term, most);
		if (class == LAW_CONSTANT)
			value = whole;
		curve.doubled.point[i].size = k;
		curve.doubled.point[i].cost =
			floor(value * (1 - noise * random_unit(random)));
	}
	return curve;
}

struct score {
	unsigned right, over, under, undecided;
};

static void score_law(
	struct score *score, const struct law *law, enum law_class class)
{
	if (law->verdict == PROOF_NOT_SHOWN)
		score->undecided++;
	else if (law->left >> class & 1)
		score->right++;
	else if (law->class > class)
		score->over++;
	else
		score->under++;
}

static struct score score_all(double noise)
{
	struct score score = {0};
	struct random random;

	random_init(&random, 7);
	for (int class = 0; class < LAW_EXPONENTIAL; class ++)
		for (int i = 0; i < PER_LAW; i++) {
			struct law_curve curve =
				make_curve(&random, class, noise);
			struct law law;
			law_find(&curve, &law);
			score_law(&score, &law, class);
		}
	print_message("# noise %.0f %%: %u right, %u too high, %u too low, %u "
		      "not shown\n",
		noise * 100, score.right, score.over, score.under,
		score.undecided);
	return score;
}

static void random_curves_are_never_called_steeper(void **state)
{
	struct score score = score_all(0);
	unsigned all = LAW_EXPONENTIAL * PER_LAW;

	(void)state;
	assert_int_equal(score.over, 0);
	assert_true(score.right * 100 >= all * 90);
	assert_true(score.under * 100 <= all * 6);
}

static void noise_makes_laws_undecided_not_steeper(void **state)
{
	static const double noise[] = {0.03, 0.1};

	(void)state;
	for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++) {
		struct score score = score_all(noise[i]);
		assert_true(score.over * 50 <= LAW_EXPONENTIAL * PER_LAW);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polynomials_are_told_to_the_last_digit),
		cmocka_unit_test(a_law_that_is_no_polynomial_is_fitted),
		cmocka_unit_test(a_limit_is_told_with_the_law_before_it),
		cmocka_unit_test(the_later_of_two_laws_counts_when_it_grows),
		cmocka_unit_test(steps_are_not_taken_for_steep_growth),
		cmocka_unit_test(exponential_growth_has_a_base),
		cmocka_unit_test(a_power_is_not_taken_for_exponential_growth),
		cmocka_unit_test(no_count_at_all_is_no_growth),
		cmocka_unit_test(few_sizes_show_nothing),
		cmocka_unit_test(random_curves_are_never_called_steeper),
		cmocka_unit_test(noise_makes_laws_undecided_not_steeper),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
