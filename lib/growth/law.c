/* SPDX-License-Identifier: MIT
 * Counts at growing sizes -> the law they follow, or that none is shown. */
#include "config.h"

#include "lib/growth/law.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAME_RATIO	1e-6 /* an exact prediction */
#define DEGREES_MAX	6
#define DEGREE_MAX	16 /* that is looked for where K are unequal */
#define FLAT_FACTOR	8  /* of K, over which nothing grows: bounded */
#define SPAN_EXACT	2  /* least factor of K */
#define EXACT_ALONE	5  /* and the degree: points that need no prediction */
#define FLAT		0.02 /* less growth than this is none */
#define ERROR_EXACT	0.005
#define ERROR_NOISY	0.03
#define ERROR_FACTOR	3 /* worse than the best by more: not plausible */
#define ERROR_HOPELESS	3 /* times the above: no model is any good */
#define DEGREE_SLACK	0.2
#define LEADING_SHARE	0.2
#define WIDEST_DEGREE	0.6 /* local degrees differ by more: no law */
#define POINTS_MIN	5
#define LAW_GIVEN_MIN	4   /* sizes, so that one more can be left out */
#define POINTS_MAX	8   /* sizes before the last 8 are a start-up */
#define STEEP_FROM	1.3 /* degree below which nothing is above n log n */
#define SQUARE_FROM	1.5
#define EXPONENTIAL_MIN 6 /* local degree */
#define GOLDEN_RATIO	1.6180339887
#define BASE_SLACK	0.02

/* ---- classes ---- */

static const struct {
	const char *name;
	struct growth_term term;
} classes[] = {
	[LAW_CONSTANT] = {"constant", {0, false}},
	[LAW_LOG] = {"log n", {0, true}},
	[LAW_ROOT] = {"n^0.5", {0.5, false}},
	[LAW_LINEAR] = {"n", {1, false}},
	[LAW_LINEAR_LOG] = {"n log n", {1, true}},
	[LAW_POWER_1_5] = {"n^1.5", {1.5, false}},
	[LAW_SQUARE] = {"n^2", {2, false}},
	[LAW_SQUARE_LOG] = {"n^2 log n", {2, true}},
	[LAW_CUBE] = {"n^3", {3, false}},
	[LAW_FOURTH] = {"n^4", {4, false}},
	[LAW_EXPONENTIAL] = {"2^n", {0, false}},
};

const char *law_class_name(enum law_class class)
{
	return class < LAW_CLASSES ? classes[class].name : "?";
}

const char *law_name(const struct law *law, char *buffer)
{
	size_t used = 0;

	buffer[0] = '\0';
	if (law->is_exact && law->degree > 4)
		snprintf(buffer, LAW_NAME_BYTES, "n^%.0f", law->degree);
	else if (law->verdict == PROOF_BOUNDED)
		snprintf(buffer, LAW_NAME_BYTES, "constant");
	else
		for (int i = 0; i < LAW_CLASSES; i++)
			if (law->left >> i & 1 && used < LAW_NAME_BYTES)
				used += (size_t)snprintf(buffer + used,
					LAW_NAME_BYTES - used, "%s%s",
					used ? " or " : "", law_class_name(i));
	return buffer;
}

/* What a base is known to be: of whole numbers and the golden ratio, which recursion has,
 * else two digits. */
static const char *law_name_base(double base, char *buffer)
{
	if (fabs(base - GOLDEN_RATIO) < BASE_SLACK)
		return strcpy(buffer, "phi^n (1.618^n)");
	snprintf(buffer, LAW_NAME_BYTES, "%.*f^n",
		fabs(base - round(base)) < BASE_SLACK ? 0 : 1, base);
	return buffer;
}

const char *law_name_with_base(const struct law *law, char *buffer)
{
	return law->left == 1u << LAW_EXPONENTIAL && law->base > 1
		       ? law_name_base(law->base, buffer)
		       : law_name(law, buffer);
}

bool law_is_steep(const struct law *law)
{
	return law->verdict == PROOF_GROWS && law->class >= LAW_POWER_1_5;
}

int law_compare(const struct law *a, const struct law *b)
{
	if (a->verdict != b->verdict)
		return a->verdict < b->verdict ? -1 : 1;
	if (a->class != b->class)
		return a->class < b->class ? -1 : 1;
	if (a->is_limited != b->is_limited)
		return a->is_limited ? -1 : 1;
	/* Two rates of one class: a tenth is not a difference. */
	if (fabs(a->degree - b->degree) > 0.1)
		return a->degree < b->degree ? -1 : 1;
	return 0;
}

/* Fits the first POINTS of SERIES. */
static bool fit(const struct law_series *series, size_t points,
	struct growth_term term, struct growth_model *model)
{
	return growth_fit_model(series->point, points, term, model);
}

/* ---- polynomials ---- */

int law_find_polynomial(
	const struct law_series *series, double coefficient[LAW_POINTS])
{
	double difference[LAW_POINTS];
	size_t left = series->points;

	if (left < 4)
		return -1;
	for (size_t i = 0; i < left; i++)
		difference[i] = series->point[i].cost;
	for (int degree = 0; degree <= DEGREES_MAX && left >= 3; degree++) {
		bool is_zero = true;
		coefficient[degree] = difference[0];
		left--;
		for (size_t i = 0; i < left; i++) {
			difference[i] = difference[i + 1] - difference[i];
			is_zero &= difference[i] == 0;
		}
		if (is_zero)
			return degree;
	}
	return -1;
}

double law_evaluate_polynomial(const struct law_series *series, int degree,
	const double coefficient[LAW_POINTS], double k)
{
	long double step = series->point[1].size - series->point[0].size;
	long double at = (k - series->point[0].size) / step, term = 1, sum = 0;

	for (int i = 0; i <= degree; i++) {
		sum += term * coefficient[i];
		term *= (at - i) / (i + 1);
	}
	return (double)sum;
}

static bool law_is_same(double count, double expected)
{
	return fabs(count - expected) <= SAME_RATIO * fmax(fabs(expected), 1);
}

static enum law_class class_of_degree(int degree)
{
	static const enum law_class class[] = {
		LAW_CONSTANT, LAW_LINEAR, LAW_SQUARE, LAW_CUBE, LAW_FOURTH};

	return degree <= 4 ? class[degree] : LAW_FOURTH;
}

/* ---- how it ends ---- */

/* The last point before which the counts grow, as an index: after it they stay
 * within FLAT of it, or fall. */
static size_t last_growth(const struct law_series *series)
{
	size_t at = series->points - 1;
	double most = series->point[at].cost;

	while (at > 0) {
		most = fmax(most, series->point[at].cost);
		if (most > series->point[at - 1].cost * (1 + FLAT))
			break;
		at--;
	}
	return at;
}

/* Where VALUE, which rises from LOW to HIGH, reaches WANTED. */
static double law_bisect(double low, double high,
	double (*value)(const void *data, double at), const void *data,
	double wanted)
{
	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;
		if (value(data, middle) < wanted)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/* What a + c k^P says about the increments' ratio at three points. */
static double increments_ratio(const void *data, double p)
{
	const struct growth_point *at = data;
	double k[] = {at[0].size, at[1].size, at[2].size};

	if (p == 0)
		return log(k[2] / k[1]) / log(k[1] / k[0]);
	return (pow(k[2] / k[1], p) - 1) / (1 - pow(k[0] / k[1], p));
}

static double model_at(const void *data, double k)
{
	return growth_model_at(data, k);
}

static double local_degree(const struct law_series *series, size_t last)
{
	const struct growth_point *at = series->point + last - 2;
	double k[] = {at[0].size, at[1].size, at[2].size};
	double later = at[2].cost - at[1].cost;
	double earlier = at[1].cost - at[0].cost;

	if (earlier <= 0 || later <= 0)
		return 0;
	if (k[0] > 0 && k[2] * k[0] != k[1] * k[1])
		/* K are not in one ratio. */
		return law_bisect(-DEGREE_MAX, DEGREE_MAX, increments_ratio, at,
			later / earlier);
	return log(later / earlier) / log(k[2] / k[1]);
}

/* ---- exact ---- */

struct law_series law_part(
	const struct law_series *series, size_t first, size_t end)
{
	struct law_series part = {.points = end - first};

	memcpy(part.point, series->point + first,
		part.points * sizeof *part.point);
	return part;
}

/* Many equal steps and no doubling beyond them: the first quarter may be a
 * start-up. */
static struct law_series without_start(const struct law_curve *curve)
{
	const struct law_series *equal = &curve->equal;
	size_t points = equal->points;

	return law_part(equal, points > 12 ? points / 4 : 0, points);
}

static void set_exact(struct law *law, int degree, double from, double to)
{
	law->is_exact = true;
	law->verdict = degree ? PROOF_GROWS : PROOF_BOUNDED;
	law->degree = law->low = law->high = degree;
	law->from = from;
	law->to = to;
	law->class = class_of_degree(degree);
	law->left = 1u << law->class;
	law->error = 0;
}

static void set_exact_model(const struct law_series *series, struct law *law)
{
	struct growth_model model;

	if (fit(series, series->points,
		    (struct growth_term){law->degree, false}, &model))
		law->model = model;
}

/* The first quarter of many points may be a start-up. */
static bool find_exact_given(const struct law_curve *curve, struct law *law)
{
	const struct law_series *given = &curve->given;
	size_t first = 0, points = given->points;
	int degree = law_find_given_polynomial(given);

	if (degree < 0 && points > 12) {
		struct law_series later =
			law_part(given, first = points / 4, points);
		degree = law_find_given_polynomial(&later);
	}
	if (degree < 0 && points > LAW_GIVEN_MIN) {
		degree = law_find_later_polynomial(given);
		first = degree < 0 ? 0 : 1;
	}
	if (degree < 0 || curve->is_noisy ||
		given->point[points - 1].size <
			SPAN_EXACT * given->point[first].size)
		return false;
	/* Constant in the end, but it grew before that: a limit. */
	if (!degree && given->point[0].cost != given->point[points - 1].cost)
		return false;
	set_exact(law, degree, given->point[first].size,
		given->point[points - 1].size);
	set_exact_model(given, law);
	if (first == 1)
		law->left_out = given->point[0].size;
	return true;
}

static bool find_exact(const struct law_curve *curve, struct law *law)
{
	const struct law_series steps = without_start(curve);
	const struct law_series *equal = &steps;
	const struct law_series *doubled = &curve->doubled;
	double coefficient[LAW_POINTS];
	int degree = law_find_polynomial(equal, coefficient);
	size_t agreed = 0, beyond = 0;

	if (degree < 0 || curve->is_noisy)
		return false;
	/* Constant where it was looked at, but it grew before that: a limit. */
	if (!degree && doubled->points && last_growth(doubled) > 0)
		return false;
	for (size_t i = 0; i < doubled->points; i++) {
		if (doubled->point[i].size <=
			equal->point[equal->points - 1].size)
			continue;
		beyond++;
		agreed += agreed + 1 == beyond &&
			  law_is_same(doubled->point[i].cost,
				  law_evaluate_polynomial(equal, degree,
					  coefficient, doubled->point[i].size));
	}
	if (agreed < beyond ||
		(!agreed && equal->points < (size_t)degree + EXACT_ALONE))
		return false;
	set_exact(law, degree, equal->point[0].size,
		beyond ? doubled->point[doubled->points - 1].size
		       : equal->point[equal->points - 1].size);
	set_exact_model(doubled, law);
	return true;
}

/* ---- exponential ---- */

/* Drops sizes at which a limit has cut the count, and the one before. */
static size_t unsaturated(const struct law_series *series)
{
	size_t points = series->points;
	bool is_cut = false;

	while (points > 1 && series->point[points - 1].cost <
				     series->point[points - 2].cost * 1.01) {
		points--;
		is_cut = true;
	}
	return is_cut && points > 1 ? points - 1 : points;
}

/* The rate over points from FIRST to the last. Returns whether it is the same
 * everywhere, within a tenth. */
static bool is_rate_steady(const struct law_series *series, size_t first,
	size_t points, double *rate)
{
	double least = INFINITY, most = 0;

	for (size_t i = first + 1; i < points; i++) {
		double each =
			log(series->point[i].cost / series->point[i - 1].cost) /
			(series->point[i].size - series->point[i - 1].size);
		least = fmin(least, each);
		most = fmax(most, each);
	}
	*rate = (log(series->point[points - 1].cost) -
			log(series->point[first].cost)) /
		(series->point[points - 1].size - series->point[first].size);
	return isfinite(*rate) && least > 0 && most <= least * 1.1;
}

static bool find_exponential(const struct law_curve *curve, struct law *law)
{
	const struct law_series *equal = &curve->equal;
	size_t points = equal->points ? unsaturated(equal) : 0;
	size_t first;
	double rate;

	if (points < 6 || equal->point[0].cost <= 0)
		return false;
	/* Over a factor of 1.4 in K the rate of any power falls by as much. */
	for (first = points - 5; first > 0; first--)
		if (equal->point[points - 1].size >=
			1.4 * equal->point[first].size)
			break;
	if (equal->point[points - 1].size < 1.4 * equal->point[first].size ||
		!is_rate_steady(equal, first, points, &rate) ||
		rate * equal->point[points - 1].size < EXPONENTIAL_MIN)
		return false;
	law->verdict = PROOF_GROWS;
	law->class = LAW_EXPONENTIAL;
	law->left = 1u << LAW_EXPONENTIAL;
	law->base = exp(rate);
	law->degree = rate * equal->point[points - 1].size;
	law->low = rate * equal->point[first].size;
	law->high = law->degree;
	law->from = equal->point[first].size;
	law->to = equal->point[points - 1].size;
	law->is_limited = points < equal->points;
	law->limit = law->to;
	return true;
}

/* ---- models ---- */

struct law_candidate {
	struct growth_model model; /* fitted to all points */
	double error;		   /* at sizes it was not fitted to */
	bool is_found;
};

/* Counts are whole numbers, so one more or less says nothing. */
static double relative_error(double count, double expected)
{
	double off = fmax(fabs(count - expected) - 1, 0);

	return off / fmax(fabs(count), 1);
}

static double held_out_error(
	const struct law_series *series, enum law_class class, size_t held)
{
	size_t known = series->points - held;
	struct growth_model model;
	double worst = 0;

	if (!fit(series, known, classes[class].term, &model))
		return INFINITY;
	for (size_t i = known; i < series->points; i++)
		worst = fmax(worst, relative_error(series->point[i].cost,
					    growth_model_at(&model,
						    series->point[i].size)));
	return worst;
}

static void try_model(const struct law_series *series, enum law_class class,
	struct law_candidate *candidate)
{
	candidate->is_found = fit(
		series, series->points, classes[class].term, &candidate->model);
	candidate->error = fmax(held_out_error(series, class, 1),
		held_out_error(series, class, 2) / 2.5);
}

/* How far a local degree may be off because increments are whole numbers. */
static double rounding_slack(const struct law_series *series, size_t last)
{
	double least = fmin(
		series->point[last].cost - series->point[last - 1].cost,
		series->point[last - 1].cost - series->point[last - 2].cost);

	return least > 0 ? 2 / (least * M_LN2) : 1;
}

/* Does the model's own curve bend as the counts do? */
static bool bends_alike(
	const struct law_series *series, const struct growth_model *model)
{
	struct law_series own = *series;

	for (size_t i = 0; i < own.points; i++)
		own.point[i].cost = growth_model_at(model, own.point[i].size);
	for (size_t i = own.points - 3; i < own.points; i++) {
		double slack = DEGREE_SLACK + rounding_slack(series, i);
		if (fabs(local_degree(&own, i) - local_degree(series, i)) >
			slack)
			return false;
	}
	return true;
}

static bool is_steep_enough(
	const struct law_series *series, enum law_class class)
{
	double newest = local_degree(series, series->points - 1);

	if (class >= LAW_SQUARE)
		return newest >= SQUARE_FROM;
	return class < LAW_POWER_1_5 || newest >= STEEP_FROM;
}

static bool leads(
	const struct law_series *series, const struct growth_model *model)
{
	size_t last = series->points - 1;

	return model->c *
		       growth_term_at(model->term, series->point[last].size) >=
	       LEADING_SHARE * series->point[last].cost;
}

static bool is_flat(const struct law_series *series)
{
	size_t knee = last_growth(series), last = series->points - 1;

	return knee + 3 <= last &&
	       series->point[last].size >=
		       FLAT_FACTOR * series->point[knee].size;
}

/* The classes that SERIES, which has no limit, may follow. */
static unsigned classes_left(const struct law_series *series, bool is_noisy,
	struct law_candidate *candidate)
{
	double best = INFINITY, plain = is_noisy ? ERROR_NOISY : ERROR_EXACT;
	unsigned left = 0;

	for (int i = 0; i < LAW_EXPONENTIAL; i++) {
		try_model(series, i, &candidate[i]);
		if (candidate[i].is_found)
			best = fmin(best, candidate[i].error);
	}
	double allowed = fmax(ERROR_FACTOR * best, plain);
	for (int i = 0; i < LAW_EXPONENTIAL && best < ERROR_HOPELESS * plain;
		i++) {
		const struct law_candidate *each = &candidate[i];
		if (each->is_found && each->error <= allowed &&
			(i == LAW_CONSTANT ||
				(leads(series, &each->model) &&
					bends_alike(series, &each->model))) &&
			is_steep_enough(series, i))
			left |= 1u << i;
	}
	return left;
}

/* One class, or two that differ in a logarithm. */
static bool is_decided(unsigned left)
{
	static const unsigned alike[] = {
		1u << LAW_LINEAR | 1u << LAW_LINEAR_LOG,
		1u << LAW_SQUARE | 1u << LAW_SQUARE_LOG};

	if (!left)
		return false;
	return !(left & (left - 1)) || left == alike[0] || left == alike[1];
}

/* The best model among those of LEFT, and the best one of the others. */
static void choose_model(
	const struct law_candidate *candidate, unsigned left, struct law *law)
{
	const struct law_candidate *best = NULL, *rival = NULL;

	for (int i = 0; i < LAW_EXPONENTIAL; i++) {
		const struct law_candidate *each = &candidate[i];
		const struct law_candidate **slot =
			!left || left >> i & 1 ? &best : &rival;
		if (each->is_found && (!*slot || each->error < (*slot)->error))
			*slot = each;
	}
	if (best) {
		law->class = (enum law_class)(best - candidate);
		law->model = best->model;
		law->error = best->error;
	}
	law->rival = LAW_CLASSES;
	if (rival) {
		law->rival = (enum law_class)(rival - candidate);
		law->rival_model = rival->model;
		law->rival_error = rival->error;
	}
}

static void estimate_degree(const struct law_series *series, struct law *law)
{
	size_t last = series->points - 1;
	double newest = local_degree(series, last);
	double next = 2 * newest - local_degree(series, last - 1);

	law->degree = newest;
	law->low = fmin(newest, next);
	law->high = fmax(newest, next);
	law->trend = newest / 3;
	for (size_t i = last - 2; i < last; i++) {
		law->trend += local_degree(series, i) / 3;
		law->low = fmin(law->low, local_degree(series, i));
		law->high = fmax(law->high, local_degree(series, i));
	}
}

static void find_by_models(
	const struct law_series *series, bool is_noisy, struct law *law)
{
	struct law_candidate candidate[LAW_CLASSES] = {0};

	if (series->points < POINTS_MIN)
		return;
	law->left = classes_left(series, is_noisy, candidate);
	choose_model(candidate, law->left, law);
	estimate_degree(series, law);
	law->from = series->point[0].size;
	law->to = series->point[series->points - 1].size;
	if (!is_decided(law->left) ||
		(is_noisy && law->class > LAW_LINEAR_LOG &&
			law->high - law->low > WIDEST_DEGREE))
		return;
	law->verdict = PROOF_GROWS;
	if (law->left == 1u << LAW_CONSTANT)
		law->verdict = PROOF_BOUNDED;
}

/* Counts that stop growing: a law until there if one is shown by enough sizes
 * and matters, else a bound. */
static void find_limited(
	const struct law_curve *curve, size_t knee, struct law *law)
{
	const struct law_series *all = &curve->doubled;
	struct law_series before = law_part(all, 0, knee);
	struct law until = {.rival = LAW_CLASSES};

	for (size_t first = 0; until.verdict == PROOF_NOT_SHOWN &&
			       first + POINTS_MIN <= before.points;
		first++) {
		struct law_series later =
			law_part(&before, first, before.points);
		find_by_models(
			&later, curve->is_noisy || curve->is_irregular, &until);
	}
	if (law_is_steep(&until)) {
		*law = until;
		law->is_limited = true;
		law->limit =
			law_bisect(law->to, all->point[all->points - 1].size,
				model_at, &law->model, all->point[knee].cost);
		return;
	}
	law->verdict = PROOF_BOUNDED;
	law->class = LAW_CONSTANT;
	law->left = 1u << LAW_CONSTANT;
	law->model.a = all->point[knee].cost;
	law->from = all->point[knee].size;
	law->to = all->point[all->points - 1].size;
}

/* The law of the last sizes. Of two laws, one after the other, the later one is
 * the law if the count still grows and enough sizes show it. */
static void find_tail(const struct law_curve *curve, struct law *law)
{
	const struct law_series *all = &curve->doubled;
	size_t first = all->points > POINTS_MAX ? all->points - POINTS_MAX : 0;
	struct law tail = {.rival = LAW_CLASSES};

	for (; first + POINTS_MIN <= all->points; first++) {
		struct law_series rest = law_part(all, first, all->points);
		tail = (struct law){.rival = LAW_CLASSES};
		find_by_models(
			&rest, curve->is_noisy || curve->is_irregular, &tail);
		if (law->rival == LAW_CLASSES || tail.verdict == PROOF_GROWS)
			*law = tail;
		if (tail.verdict == PROOF_GROWS)
			return;
	}
}

static void find_any(const struct law_curve *curve, struct law *law)
{
	const struct law_series *doubled = &curve->doubled;
	size_t knee;

	*law = (struct law){.rival = LAW_CLASSES};
	if ((curve->given.points ? find_exact_given(curve, law)
				 : find_exact(curve, law)) ||
		find_exponential(curve, law) || doubled->points < POINTS_MIN)
		return;
	knee = last_growth(doubled);
	if (is_flat(doubled)) {
		find_limited(curve, knee, law);
		return;
	}
	/* A limit with one or two sizes beyond it: enough for saying how the
	 * count grew until there, too few for a bound. */
	if (knee + 1 < doubled->points) {
		find_limited(curve, knee, law);
		if (law->verdict == PROOF_BOUNDED)
			*law = (struct law){.rival = LAW_CLASSES};
		return;
	}
	find_tail(curve, law);
}

void law_find(const struct law_curve *curve, struct law *law)
{
	const struct law_series *doubled = &curve->doubled;
	size_t last = doubled->points;

	find_any(curve, law);
	/* However little is shown: how fast it grew in the end. */
	if (law->verdict == PROOF_NOT_SHOWN && law->trend == 0 && last >= 4)
		law->trend = (local_degree(doubled, last - 1) +
				     local_degree(doubled, last - 2)) /
			     2;
}
