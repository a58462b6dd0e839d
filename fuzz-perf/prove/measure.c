/* SPDX-License-Identifier: MIT
 * Measures a family at sizes that no search has seen, and finds the law of
 * every counter. */
#include "config.h"

#include "fuzz-perf/prove/measure.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/probe.h"
#include "lib/families/family.h"

#define DOUBLINGS_MIN 7	 /* else the counts explode: equal steps instead */
#define STEPS_MAX     30 /* equal steps of counts that explode */
#define EQUAL_POINTS  9
#define EXPLOSION     20 /* times as much work at twice K */
#define NOISE_RUNS    5
#define SHARE_STEEP   100 /* one in so many of all edges: worth a steep law */
#define SHARE_MATTERS 10  /* worth leaving the verdict open */

/* ---- running ---- */

struct measure_run {
	struct probe *probe;
	const struct family *family;
	uint8_t *bytes;
	size_t capacity;
	enum probe_end end;
};

static int run_family(
	struct measure_run *run, size_t k, uint64_t *value, struct error *err)
{
	size_t length = family_length(run->family, k);

	run->bytes = memory_grow(run->bytes, &run->capacity, length + 1, 1);
	family_build(run->family, k, run->bytes);
	return probe_run(run->probe, run->bytes, length, value, &run->end, err);
}

static struct measure_point *find_point(
	struct measurement *measurement, size_t k)
{
	for (size_t i = 0; i < measurement->count; i++)
		if (measurement->point[i].k == k)
			return &measurement->point[i];
	return NULL;
}

/* Measures K once. *POINT is NULL if there is no count to be had. */
static int measure_add_point(struct measure_run *run,
	struct measurement *measurement, size_t k, struct measure_point **point,
	struct error *err)
{
	*point = find_point(measurement, k);
	if (*point || measurement->count == MEASURE_POINTS)
		return 0;
	uint64_t *value = memory_alloc(measurement->values * sizeof *value);
	if (run_family(run, k, value, err)) {
		free(value);
		return -1;
	}
	if (run->end != PROBE_RAN) {
		measurement->stop =
			run->end == PROBE_LIMIT ? MEASURE_EDGES : MEASURE_DEATH;
		free(value);
		return 0;
	}
	*point = &measurement->point[measurement->count++];
	**point = (struct measure_point){.k = k,
		.length = family_length(run->family, k),
		.value = value};
	return 0;
}

static bool is_out_of_budget(
	struct measure_run *run, struct measurement *measurement)
{
	if (!probe_is_over(run->probe))
		return false;
	measurement->stop = MEASURE_BUDGET;
	return true;
}

/* K = 1, 2, 4, ... Returns the largest one measured. */
static int add_doublings(struct measure_run *run,
	struct measurement *measurement, size_t most, size_t *largest,
	struct error *err)
{
	struct measure_point *point;

	*largest = 0;
	for (size_t k = 1; k <= most; k *= 2) {
		if (is_out_of_budget(run, measurement))
			return 0;
		if (measure_add_point(run, measurement, k, &point, err))
			return -1;
		if (!point)
			return 0;
		point->is_doubled = true;
		*largest = k;
	}
	return 0;
}

static int add_equal(struct measure_run *run, struct measurement *measurement,
	size_t first, size_t step, size_t count, struct error *err)
{
	struct measure_point *point;

	for (size_t i = 0; i < count; i++) {
		if (is_out_of_budget(run, measurement))
			return 0;
		if (measure_add_point(
			    run, measurement, first + i * step, &point, err))
			return -1;
		if (!point)
			return 0;
		point->is_equal = true;
	}
	return 0;
}

/* The first K from which on the target does no more, after its work grew by
 * more than any power would explain; 0 if it did not. */
static size_t end_of_explosion(const struct measure_run *run,
	const struct measurement *measurement, size_t doublings)
{
	uint32_t total = run->probe->key_count;
	bool has_exploded = false;

	for (size_t i = 1; i < doublings; i++) {
		const struct measure_point *point = &measurement->point[i];
		double ratio = (double)point->value[total] /
			       ((double)point[-1].value[total] + 1);
		has_exploded |= ratio > EXPLOSION;
		if (has_exploded && ratio < 1.1)
			return point->k;
	}
	return has_exploded ? 2 * measurement->point[doublings - 1].k : 0;
}

/* Counts that explode: as many equal steps as there is room for. */
static int add_small_steps(struct measure_run *run,
	struct measurement *measurement, size_t end, size_t most,
	struct error *err)
{
	size_t step = end / STEPS_MAX + 1;
	size_t count = most / step;

	if (count > STEPS_MAX + 1)
		count = STEPS_MAX + 1;
	return add_equal(run, measurement, step, step, count, err);
}

/* Nine K in equal steps, a power of two wide, so that what repeats every few
 * bytes does not show; the largest doublings are left for predictions. */
static int add_steps(struct measure_run *run, struct measurement *measurement,
	size_t largest, size_t doublings, size_t most, struct error *err)
{
	enum measure_stop stop = measurement->stop;
	size_t first = largest / 16, step;
	size_t explosion = end_of_explosion(run, measurement, doublings);

	if (stop != MEASURE_LENGTH && doublings < DOUBLINGS_MIN)
		explosion = 2 * largest; /* between them it is over */
	if (explosion)
		return add_small_steps(run, measurement, explosion, most, err);
	if (largest < 16)
		return add_equal(run, measurement, 1, 1, EQUAL_POINTS, err);
	step = first < 4 ? 1 : first / 4;
	first = first < 2 ? 2 : first;
	int result =
		add_equal(run, measurement, first, step, EQUAL_POINTS, err);
	if (measurement->stop != MEASURE_BUDGET)
		measurement->stop = stop;
	return result;
}

/* ---- noise ---- */

static int compare_counts(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

/* Each value becomes the median of NOISE_RUNS runs. */
static int take_median(struct measure_run *run, struct measurement *measurement,
	struct measure_point *point, struct error *err)
{
	uint32_t values = measurement->values;
	uint64_t *more =
		memory_alloc_zero((size_t)values * NOISE_RUNS, sizeof *more);
	uint64_t sorted[NOISE_RUNS];
	int result = 0;

	memcpy(more, point->value, values * sizeof *more);
	for (int i = 1; !result && i < NOISE_RUNS; i++) {
		result = run_family(
			run, point->k, more + (size_t)i * values, err);
		if (run->end != PROBE_RAN) /* as good as unknown */
			memcpy(more + (size_t)i * values, point->value,
				values * sizeof *more);
	}
	for (uint32_t key = 0; key < values; key++) {
		for (size_t i = 0; i < NOISE_RUNS; i++)
			sorted[i] = more[i * values + key];
		qsort(sorted, NOISE_RUNS, sizeof *sorted, compare_counts);
		point->value[key] = sorted[NOISE_RUNS / 2];
	}
	free(more);
	return result;
}

static int look_for_noise(struct measure_run *run,
	struct measurement *measurement, struct error *err)
{
	struct measure_point *point =
		&measurement->point[measurement->count / 2];
	uint64_t *again = memory_alloc(measurement->values * sizeof *again);
	int result = run_family(run, point->k, again, err);

	if (!result && run->end == PROBE_RAN)
		for (uint32_t key = 0; key < measurement->values; key++)
			if (again[key] != point->value[key])
				measurement->is_noisy[key] =
					measurement->has_noise = true;
	free(again);
	for (size_t i = 0;
		!result && measurement->has_noise && i < measurement->count &&
		!is_out_of_budget(run, measurement);
		i++)
		result = take_median(
			run, measurement, &measurement->point[i], err);
	return result;
}

static int measure_compare_points(const void *left, const void *right)
{
	const struct measure_point *a = left, *b = right;

	return a->k < b->k ? -1 : a->k > b->k;
}

int measure_family(struct probe *probe, const struct family *family,
	const struct measure_limits *limits, struct measurement *measurement,
	struct error *err)
{
	struct measure_run run = {.probe = probe, .family = family};
	size_t most = family_fit(family, limits->length), largest;
	int result;

	*measurement = (struct measurement){.values = probe->values,
		.is_irregular = family->kind == FAMILY_PIECES,
		.is_noisy = memory_alloc_zero(probe->values, sizeof(bool))};
	probe_set_edge_limit(probe, limits->edges);
	result = add_doublings(&run, measurement, most, &largest, err);
	if (!result && largest)
		result = add_steps(&run, measurement, largest,
			measurement->count, most, err);
	if (!result && measurement->count)
		result = look_for_noise(&run, measurement, err);
	qsort(measurement->point, measurement->count,
		sizeof *measurement->point, measure_compare_points);
	free(run.bytes);
	return result;
}

void measure_release(struct measurement *measurement)
{
	for (size_t i = 0; i < measurement->count; i++)
		free(measurement->point[i].value);
	free(measurement->is_noisy);
	*measurement = (struct measurement){0};
}

/* ---- judging ---- */

static void add_to_series(struct law_series *series,
	const struct measure_point *point, double count)
{
	if (series->points == LAW_POINTS)
		return;
	series->point[series->points].size = (double)point->k;
	series->point[series->points++].cost = count;
}

void measure_get_curve(const struct measurement *measurement, uint32_t key,
	struct law_curve *curve)
{
	*curve = (struct law_curve){.is_noisy = measurement->is_noisy[key],
		.is_irregular = measurement->is_irregular};
	for (size_t i = 0; i < measurement->count; i++) {
		const struct measure_point *point = &measurement->point[i];
		double count = (double)point->value[key];
		if (point->is_doubled)
			add_to_series(&curve->doubled, point, count);
		if (point->is_equal)
			add_to_series(&curve->equal, point, count);
	}
}

static bool is_same_curve(const struct law_curve *a, const struct law_curve *b)
{
	return a->is_noisy == b->is_noisy &&
	       !memcmp(&a->doubled, &b->doubled, sizeof a->doubled) &&
	       !memcmp(&a->equal, &b->equal, sizeof a->equal);
}

uint64_t measure_most(const struct measurement *measurement, uint32_t key)
{
	uint64_t most = 0;

	for (size_t i = 0; i < measurement->count; i++)
		if (measurement->point[i].value[key] > most)
			most = measurement->point[i].value[key];
	return most;
}

static bool measure_is_wanted(const struct probe *probe,
	const struct measure_keys *keys, uint32_t key)
{
	if (!probe_is_cost(probe, key))
		return false;
	return !keys->wanted || (key < probe->key_count && keys->wanted[key]);
}

/* Pieces that differ cost a little more or less each: no logarithm can be told
 * from that. And some of them may have no effect beside others: what is between
 * n and n^2 then is not a law. */
static void judge_irregular(struct law *law)
{
	static const enum law_class without[] = {LAW_LINEAR, LAW_SQUARE};

	if (law->verdict != PROOF_GROWS || law->is_exact)
		return;
	if (law->left & 1u << LAW_POWER_1_5)
		law->verdict = PROOF_NOT_SHOWN;
	for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
		unsigned pair = 3u << without[i];
		if (law->left & pair)
			law->left |= pair;
	}
}

struct cost_judge {
	const struct measurement *measurement;
	struct measure_result *result;
	const struct measure_keys *keys;
	uint64_t total,
		length; /* the most; TOTAL is 0 if shares do not matter */
	uint64_t count; /* the most of the key that leads */
};

static void judge_key(struct cost_judge *judge, uint32_t key, bool is_total,
	const struct law *law, uint64_t most)
{
	struct measure_result *result = judge->result;
	bool is_large =
		most >= judge->length && most >= judge->total / SHARE_STEEP;
	int order;

	if (law_is_steep(law) && !is_large)
		return;
	if (law->verdict == PROOF_NOT_SHOWN) {
		if (most < judge->total / SHARE_MATTERS)
			return;
		if (!result->is_unclear || law->trend > result->unclear.trend) {
			result->is_unclear = true;
			result->unclear_key = key;
			result->unclear = *law;
		}
		return;
	}
	order = law_compare(law, &result->law);
	/* One counter says more than the sum of all. */
	if (order < 0 || (!order && (most <= judge->count || is_total)))
		return;
	result->law = *law;
	result->key = key;
	judge->count = most;
}

/* If something else grows a little faster by a law that is not shown, the law
 * found may lack a logarithm. */
static void add_logarithm(struct law *law, const struct law *other)
{
	double more = other->trend - law->degree;

	if (law->verdict != PROOF_GROWS || other->verdict != PROOF_NOT_SHOWN ||
		more < 0.08 || more > 0.5)
		return;
	if (law->left == 1u << LAW_LINEAR)
		law->left |= 1u << LAW_LINEAR_LOG;
	if (law->left == 1u << LAW_SQUARE)
		law->left |= 1u << LAW_SQUARE_LOG;
}

void measure_find_law(
	const struct measurement *measurement, uint32_t key, struct law *law)
{
	struct law_curve curve;

	measure_get_curve(measurement, key, &curve);
	law_find(&curve, law);
	if (curve.is_irregular)
		judge_irregular(law);
}

void measure_judge(const struct probe *probe,
	const struct measurement *measurement, const struct measure_keys *keys,
	struct measure_result *result)
{
	uint32_t total = probe->key_count;
	struct cost_judge judge = {measurement, result, keys, 0, 0, 0};
	struct law_curve curve, before = {0};
	struct law law = {0};

	*result = (struct measure_result){.key = total};
	if (!measurement->count)
		return;
	judge.total = keys->are_lines ? 0 : measure_most(measurement, total);
	judge.length = measurement->point[measurement->count - 1].length;
	measure_find_law(measurement, total, &result->total);
	for (uint32_t key = 0; key < measurement->values; key++) {
		uint64_t most = measure_most(measurement, key);
		if (!most || !measure_is_wanted(probe, keys, key))
			continue;
		measure_get_curve(measurement, key, &curve);
		if (!is_same_curve(&curve, &before)) {
			law_find(&curve, &law);
			if (curve.is_irregular)
				judge_irregular(&law);
		}
		before = curve;
		judge_key(&judge, key, key >= total, &law, most);
	}
	add_logarithm(&result->law, &result->total);
	if (result->is_unclear)
		add_logarithm(&result->law, &result->unclear);
	/* What is not shown only matters if it might be steeper. */
	if (result->unclear.trend <= result->law.degree + 0.3 &&
		result->law.verdict != PROOF_NOT_SHOWN)
		result->is_unclear = false;
}

int measure_compare(
	const struct measure_result *a, const struct measure_result *b)
{
	return law_compare(&a->law, &b->law);
}
