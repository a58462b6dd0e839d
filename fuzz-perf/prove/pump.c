/* SPDX-License-Identifier: MIT
 * Finds the parts of an input whose repetition pays, alone and in pairs.
 *
 * A part is repeated 4, 8 and 16 times more. If what a counter says grows by
 * more than twice as much in the second step as in the first, its growth is
 * more than linear: the second difference tells so exactly, however large the
 * rest of the input is. The parts with the largest second differences, and for
 * the pairs those with the largest first ones, are then judged by the local
 * degree at sizes where the repeated part is most of the input. */
#include "config.h"

#include "fuzz-perf/prove/pump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/families/families.h"
#include "lib/format/perf_map.h"
#include "lib/memory.h"

#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/generate/spans.h"
#include "fuzz-perf/prove/probe.h"
#include "fuzz-perf/prove/subject.h"
#include "fuzz-perf/target/execute.h"

#define TRIAL_EDGES    500000
#define REFINE_EDGES   8000000
#define TRIAL_PARTS    600 /* of one base */
#define PAIR_PARTS     250 /* for each first part */
#define PAIR_FIRSTS    4
#define KEPT_PARTS     12
#define KEPT_PAIRS     6
#define KEPT_LAID_OUT  6    /* by curvature, and as many by slope */
#define LEAST_SCORE    1e-9 /* of what grew and costs no more for it */
#define REFINE_BYTES   6000
#define EXPLODES       9.0 /* stands for a degree */
#define EXPLOSION      256 /* by 4 times the repetitions: a degree of 4 */
#define ENOUGH_EXPLODE 4   /* parts: nothing is better than those */

static const size_t trial_k[FAMILY_STEPS] = {4, 8, 16};

void pumps_release(struct pumps *pumps)
{
	for (size_t i = 0; i < pumps->count; i++)
		family_release(&pumps->pump[i].family);
	free(pumps->pump);
	*pumps = (struct pumps){0};
}

/* ---- what all trials of a base share ---- */

struct trials {
	struct probe *probe;
	const struct bytes *base;
	uint32_t *key; /* those that matter and that some input raised */
	size_t keys;
	bool *is_listed;    /* by key */
	const bool *wanted; /* by key; NULL: all matter */
	uint64_t *value[FAMILY_STEPS];
	enum probe_end end; /* of the last family that was run */
	uint8_t *bytes;
	size_t capacity;
	/* By index into KEY. */
	double *alone; /* second difference of the first part of a pair */
};

/* Adds what the run that left VALUE raised. */
static void list_keys(struct trials *trials, const uint64_t *value)
{
	struct probe *probe = trials->probe;

	for (uint32_t key = 0; key < probe->key_count; key++)
		if (value[key] && !trials->is_listed[key] &&
			probe_is_cost(probe, key) &&
			(!trials->wanted || trials->wanted[key])) {
			trials->is_listed[key] = true;
			trials->key[trials->keys++] = key;
		}
}

static int open_trials(struct trials *trials, struct probe *probe,
	const struct bytes *base, const bool *wanted, struct error *err)
{
	*trials =
		(struct trials){.probe = probe, .base = base, .wanted = wanted};
	for (int i = 0; i < FAMILY_STEPS; i++)
		trials->value[i] = memory_alloc_zero(
			probe->values, sizeof *trials->value[i]);
	trials->key = memory_alloc_zero(probe->values, sizeof *trials->key);
	trials->is_listed = memory_alloc_zero(probe->values, sizeof(bool));
	trials->alone = memory_alloc_zero(probe->values, sizeof *trials->alone);
	probe_set_edge_limit(probe, TRIAL_EDGES);
	if (probe_run(probe, base->at, base->length, trials->value[0],
		    &trials->end, err))
		return -1;
	if (trials->end == PROBE_RAN)
		list_keys(trials, trials->value[0]);
	return 0;
}

static void close_trials(struct trials *trials)
{
	for (int i = 0; i < FAMILY_STEPS; i++)
		free(trials->value[i]);
	free(trials->key);
	free(trials->is_listed);
	free(trials->alone);
	free(trials->bytes);
}

/* Runs FAMILY at the three K; stops at one that does not end well. */
static int run_steps(struct trials *trials, const struct family *family,
	const size_t k[FAMILY_STEPS], struct error *err)
{
	trials->end = PROBE_RAN;
	for (int i = 0; i < FAMILY_STEPS && trials->end == PROBE_RAN; i++) {
		size_t length = family_length(family, k[i]);
		trials->bytes = memory_grow(
			trials->bytes, &trials->capacity, length + 1, 1);
		family_build(family, k[i], trials->bytes);
		if (probe_run(trials->probe, trials->bytes, length,
			    trials->value[i], &trials->end, err))
			return -1;
	}
	return 0;
}

static double step_of(const struct trials *trials, size_t index, int later)
{
	uint32_t key = trials->key[index];

	return (double)trials->value[later][key] -
	       (double)trials->value[later - 1][key];
}

/* Zero for anything linear. */
static double second_difference(const struct trials *trials, size_t index)
{
	return step_of(trials, index, 2) - 2 * step_of(trials, index, 1);
}

/* ---- the best parts ---- */

struct pump_part {
	size_t first, end;
	double score;
};

/* The COUNT best, the best first. */
struct best {
	struct pump_part part[KEPT_PARTS];
	size_t count, most;
};

static bool is_same_part(const struct bytes *base, const struct pump_part *a,
	const struct pump_part *b)
{
	return a->end - a->first == b->end - b->first &&
	       !memcmp(base->at + a->first, base->at + b->first,
		       a->end - a->first);
}

/* Of equal texts only the best one is kept. */
static void keep_best(struct best *best, const struct bytes *base,
	const struct pump_part *part)
{
	size_t at;

	if (part->score <= 0)
		return;
	for (size_t i = 0; i < best->count; i++)
		if (is_same_part(base, &best->part[i], part)) {
			if (best->part[i].score >= part->score)
				return;
			best->count--;
			memmove(&best->part[i], &best->part[i + 1],
				(best->count - i) * sizeof *best->part);
			break;
		}
	for (at = best->count; at > 0; at--)
		if (best->part[at - 1].score >= part->score)
			break;
	if (at == best->most)
		return;
	if (best->count < best->most)
		best->count++;
	memmove(&best->part[at + 1], &best->part[at],
		(best->count - at - 1) * sizeof *best->part);
	best->part[at] = *part;
}

/* All parts of up to 4 bytes, longer ones at every half of their length, but
 * no more than LIMIT of them: then fewer starts. */
static size_t list_parts(size_t length, size_t limit, struct pump_part *part)
{
	static const size_t lengths[] = {
		1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64};
	size_t count = 0;

	for (size_t stretch = 1; stretch <= 64; stretch *= 2) {
		count = 0;
		for (size_t i = 0; i < sizeof lengths / sizeof lengths[0];
			i++) {
			size_t size = lengths[i];
			size_t stride = (size <= 4 ? 1 : size / 2) * stretch;
			for (size_t at = 0;
				at + size <= length && count <= limit;
				at += stride)
				part[count++] =
					(struct pump_part){at, at + size, 0};
		}
		if (count <= limit)
			return count;
	}
	return limit;
}

/* ---- single parts ---- */

/* Runs FAMILY, which is released, at the K of all trials. */
static int pump_try_family(
	struct trials *trials, struct family family, struct error *err)
{
	int result = run_steps(trials, &family, trial_k, err);

	family_release(&family);
	return result;
}

/* The largest second difference that a family of LENGTH repeated bytes has more
 * than the first part of a pair has alone. */
static double score_of_curve(const struct trials *trials, double length)
{
	double most = trials->end == PROBE_LIMIT ? INFINITY : 0;

	for (size_t i = 0; trials->end == PROBE_RAN && i < trials->keys; i++)
		most = fmax(most,
			(second_difference(trials, i) - trials->alone[i]) /
				(length * length));
	return most;
}

static double score_of_slope(const struct trials *trials, double length)
{
	double most = 0;

	for (size_t i = 0; trials->end == PROBE_RAN && i < trials->keys; i++)
		most = fmax(most, step_of(trials, i, 2) / length);
	return most;
}

static int pump_try_part(struct trials *trials, const struct pump_part *part,
	struct best *curved, struct best *steep, struct error *err)
{
	double length = (double)(part->end - part->first);
	struct pump_part scored = *part;

	if (pump_try_family(trials,
		    family_pump(trials->base, part->first, part->end), err))
		return -1;
	scored.score = score_of_curve(trials, length);
	keep_best(curved, trials->base, &scored);
	scored.score = score_of_slope(trials, length);
	keep_best(steep, trials->base, &scored);
	return 0;
}

static bool pump_is_enough(const struct best *best)
{
	return best->count >= ENOUGH_EXPLODE &&
	       isinf(best->part[ENOUGH_EXPLODE - 1].score);
}

/* What a generator drew of the base by its own account comes first: a part with a
 * label is one that can be repeated. Returns how many, -1 with ERR filled. */
static int list_spans(
	struct trials *trials, struct pump_part *part, struct error *err)
{
	struct perf_map *map = trials->probe->map;
	const struct bytes *base = trials->base;
	struct parameters_span span[TRIAL_PARTS / 2];
	struct parameters parameters;
	uint32_t count;

	if (!map->has_generator)
		return 0;
	/* The main stream is what a file ends with. */
	parameters_read(&parameters, base->at, base->length);
	size_t head = base->length - parameters.stream[0].length;
	map->operand_count = map->span_count = 0;
	map->logs = 1;
	int result = probe_run(trials->probe, base->at, base->length,
		trials->value[0], &trials->end, err);
	map->logs = 0;
	if (result)
		return -1;
	const struct parameters_span *all =
		execute_spans(trials->probe->execute, &count);
	count = spans_of_stream(
		all, count, 0, base->length - head, span, TRIAL_PARTS / 2);
	for (uint32_t i = 0; i < count; i++)
		part[i] = (struct pump_part){
			head + span[i].start, head + span[i].end, 0};
	return (int)count;
}

static int pump_try_parts(struct trials *trials, struct best *curved,
	struct best *steep, struct error *err)
{
	struct pump_part *part =
		memory_alloc_zero(TRIAL_PARTS + 1, sizeof *part);
	int spans = list_spans(trials, part, err);
	int result = spans < 0 ? -1 : 0;
	size_t count =
		result ? 0
		       : (size_t)spans + list_parts(trials->base->length,
						 TRIAL_PARTS - (size_t)spans,
						 part + spans);

	for (size_t i = 0; !result && i < count && !pump_is_enough(curved) &&
			   !probe_is_over(trials->probe);
		i++)
		result = pump_try_part(trials, &part[i], curved, steep, err);
	free(part);
	return result;
}

/* ---- refining ---- */

static double pump_degree_of(const struct trials *trials, size_t index)
{
	double earlier = step_of(trials, index, 1);
	double later = step_of(trials, index, 2);

	if (later < 16)
		return 0;
	return earlier <= 0 ? 1 : fmin(log2(later / earlier), 6);
}

/* The counter that grows fastest; of similar ones, the largest. */
static void judge_steps(
	const struct trials *trials, size_t length, struct pump *pump)
{
	for (size_t i = 0; i < trials->keys; i++) {
		uint32_t key = trials->key[i];
		double per_byte =
			(double)trials->value[2][key] / (double)length;
		double degree = pump_degree_of(trials, i);
		if (per_byte < 0.25 || degree < pump->degree - 0.1)
			continue;
		if (degree > pump->degree + 0.1 || per_byte > pump->yield) {
			pump->key = key;
			pump->yield = per_byte;
			pump->degree = fmax(degree, pump->degree);
		}
	}
}

static void judge_refined(
	const struct trials *trials, size_t largest, struct pump *pump)
{
	size_t length = family_length(&pump->family, largest);

	judge_steps(trials, length, pump);
	/* Inputs are of different length here. */
	pump->yield /= pow((double)length, fmax(round(pump->degree) - 1, 0));
}

/* With 16 repetitions it is over the limit. Is that more than a power would
 * make of what it is with 4? A long part may just be expensive. */
static int judge_explosion(
	struct trials *trials, struct pump *pump, struct error *err)
{
	static const size_t k[FAMILY_STEPS] = {1, 2, 4};
	uint32_t total = trials->probe->key_count;

	if (run_steps(trials, &pump->family, k, err))
		return -1;
	if (trials->end == PROBE_RAN &&
		(double)trials->value[2][total] * EXPLOSION > REFINE_EDGES) {
		judge_refined(trials, k[2], pump);
		return 0;
	}
	/* The smaller its steps, the more of them fit below the limit. */
	pump->explodes = true;
	pump->degree = EXPLODES;
	pump->yield = 1.0 / (double)(family_length(&pump->family, 1) -
				     family_length(&pump->family, 0));
	return 0;
}

static int refine(struct trials *trials, struct pump *pump, struct error *err)
{
	size_t k[FAMILY_STEPS];

	family_choose_k(&pump->family, REFINE_BYTES, k);
	probe_set_edge_limit(trials->probe, REFINE_EDGES);
	for (;;) {
		if (run_steps(trials, &pump->family, k, err))
			return -1;
		if (trials->end == PROBE_RAN) {
			judge_refined(trials, k[2], pump);
			return 0;
		}
		if (k[0] <= 4 || probe_is_over(trials->probe))
			break;
		k[0] /= 2;
		k[1] /= 2;
		k[2] /= 2;
	}
	return trials->end == PROBE_LIMIT ? judge_explosion(trials, pump, err)
					  : 0;
}

static void keep_pump(struct pumps *pumps, struct pump *pump, bool is_measured)
{
	/* The law may be a constant: something has to be measured for that. */
	if (pump->degree <= 0 && !is_measured) {
		family_release(&pump->family);
		return;
	}
	pumps->pump = memory_grow(pumps->pump, &pumps->capacity,
		pumps->count + 1, sizeof *pumps->pump);
	pumps->pump[pumps->count++] = *pump;
}

static int pump_add_family(struct pumps *pumps, struct trials *trials,
	struct family family, bool is_measured, struct error *err)
{
	struct pump pump = {.family = family, .key = trials->probe->key_count};

	/* Counts that explode leave no room for copies that do not count. */
	family_absorb_copies(&pump.family);
	if (probe_is_over(trials->probe)) {
		family_release(&pump.family);
		return 0;
	}
	if (refine(trials, &pump, err)) {
		family_release(&pump.family);
		return -1;
	}
	keep_pump(pumps, &pump, is_measured);
	return 0;
}

int pump_add(struct pumps *pumps, struct probe *probe, struct family *family,
	const bool *wanted, struct error *err)
{
	struct trials trials;
	struct bytes first = {NULL, 0};
	size_t limit = family_limit(family), few = limit < 8 ? limit : 8;
	int result;

	/* Some counters only say something when there are a few pieces. */
	first.length = family_length(family, few);
	first.at = memory_alloc(first.length + 1);
	family_build(family, few, first.at);
	result = open_trials(&trials, probe, &first, wanted, err);
	if (!result)
		result = pump_add_family(pumps, &trials, *family, false, err);
	else
		family_release(family);
	close_trials(&trials);
	bytes_release(&first);
	return result;
}

static int add_parts(struct pumps *pumps, struct trials *trials,
	const struct best *best, struct error *err)
{
	int result = 0;

	for (size_t i = 0; !result && i < best->count; i++)
		result = pump_add_family(pumps, trials,
			family_pump(trials->base, best->part[i].first,
				best->part[i].end),
			false, err);
	return result;
}

static int add_wholes(
	struct pumps *pumps, struct trials *trials, struct error *err)
{
	const struct bytes *base = trials->base;
	int result = pump_add_family(
		pumps, trials, family_pump(base, 0, base->length), true, err);

	for (size_t chunk = 1; !result && chunk <= 4; chunk *= 2)
		result = pump_add_family(
			pumps, trials, family_stretch(base, chunk), true, err);
	return result;
}

/* ---- by layout ---- */

/* The index of the largest of COUNT scores, which is taken; COUNT: none is left. */
static size_t take_best(double *score, size_t count)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++)
		if (score[i] > 0 && (best == count || score[i] > score[best]))
			best = i;
	if (best < count)
		score[best] = 0;
	return best;
}

struct laid_out {
	struct family *family;
	double *curve, *slope; /* scores */
	bool *has_grown;       /* a walk became longer */
	size_t count;
};

/* Those with the largest SCORE. */
static int add_laid_out(struct pumps *pumps, struct trials *trials,
	const struct laid_out *all, double *score, struct error *err)
{
	int result = 0;

	for (size_t i = 0; !result && i < KEPT_LAID_OUT; i++) {
		size_t best = take_best(score, all->count);
		if (best == all->count)
			break;
		result = pump_add_family(pumps, trials,
			family_dup(&all->family[best]), all->has_grown[best],
			err);
	}
	return result;
}

/* Are walks longer with many repetitions, which were just run, than with few? */
static int look_for_growth(struct trials *trials, const struct family *family,
	bool *has_grown, struct error *err)
{
	uint64_t *few = trials->value[0], *many = trials->value[2];
	size_t length = family_length(family, SUBJECT_SMALL_K);
	enum probe_end end;

	family_build(family, SUBJECT_SMALL_K, trials->bytes);
	if (probe_run(trials->probe, trials->bytes, length, few, &end, err))
		return -1;
	*has_grown =
		end == PROBE_RAN &&
		subject_compare(trials->probe, trials->wanted, few, many).cells;
	return 0;
}

static int try_one_laid_out(struct trials *trials, struct laid_out *all,
	size_t i, struct error *err)
{
	const struct family *family = &all->family[i];
	double each =
		(double)(family_length(family, 1) - family_length(family, 0));

	if (run_steps(trials, family, trial_k, err))
		return -1;
	if (trials->end == PROBE_DIED)
		return 0;
	if (trials->end == PROBE_RAN)
		list_keys(trials, trials->value[2]);
	all->curve[i] = score_of_curve(trials, each);
	all->slope[i] = score_of_slope(trials, each);
	if (trials->end != PROBE_RAN || !trials->wanted)
		return 0;
	if (look_for_growth(trials, family, &all->has_grown[i], err))
		return -1;
	if (all->has_grown[i] && all->slope[i] <= 0)
		all->slope[i] = LEAST_SCORE;
	return 0;
}

/* Larger versions of the base by how it is laid out: n different names, where copies
 * of one are refused. What they raise need not be raised by the base. */
static int try_laid_out(
	struct pumps *pumps, struct trials *trials, struct error *err)
{
	struct families families = {0};
	struct laid_out all;
	int result = 0;

	families_list(&families, trials->base);
	all = (struct laid_out){families.family,
		memory_alloc_zero(families.count + 1, sizeof(double)),
		memory_alloc_zero(families.count + 1, sizeof(double)),
		memory_alloc_zero(families.count + 1, sizeof(bool)),
		families.count};
	probe_set_edge_limit(trials->probe, TRIAL_EDGES);
	for (size_t i = 0;
		!result && i < all.count && !probe_is_over(trials->probe); i++)
		result = try_one_laid_out(trials, &all, i, err);
	if (!result)
		result = add_laid_out(pumps, trials, &all, all.curve, err);
	if (!result)
		result = add_laid_out(pumps, trials, &all, all.slope, err);
	free(all.curve);
	free(all.slope);
	free(all.has_grown);
	families_release(&families);
	return result;
}

/* ---- pairs ---- */

static struct family make_pair(const struct bytes *base,
	const struct pump_part *first, const struct pump_part *second)
{
	if (first->end <= second->first)
		return family_pair(base, first->first, first->end,
			second->first, second->end);
	return family_pair(
		base, second->first, second->end, first->first, first->end);
}

/* The second part's score is what the pair has more than the first alone. */
static int pump_try_pair(struct trials *trials, const struct pump_part *first,
	const struct pump_part *second, struct best *best, struct error *err)
{
	double length = (double)(first->end - first->first + second->end -
				 second->first);
	struct pump_part scored = *second;

	if (pump_try_family(
		    trials, make_pair(trials->base, first, second), err))
		return -1;
	scored.score = score_of_curve(trials, length);
	keep_best(best, trials->base, &scored);
	return 0;
}

static int try_first(struct pumps *pumps, struct trials *trials,
	const struct pump_part *first, const struct pump_part *part,
	size_t count, struct error *err)
{
	struct best best = {.most = KEPT_PAIRS};
	int result;

	probe_set_edge_limit(trials->probe, TRIAL_EDGES);
	result = pump_try_family(trials,
		family_pump(trials->base, first->first, first->end), err);
	if (result || trials->end != PROBE_RAN)
		return result;
	for (size_t i = 0; i < trials->keys; i++)
		trials->alone[i] = second_difference(trials, i);
	for (size_t i = 0;
		!result && i < count && !probe_is_over(trials->probe); i++)
		if (part[i].end <= first->first || part[i].first >= first->end)
			result = pump_try_pair(
				trials, first, &part[i], &best, err);
	for (size_t i = 0; !result && i < best.count; i++)
		result = pump_add_family(pumps, trials,
			make_pair(trials->base, first, &best.part[i]), false,
			err);
	return result;
}

static int try_pairs(struct pumps *pumps, struct trials *trials,
	const struct best *steep, struct error *err)
{
	struct pump_part *part =
		memory_alloc_zero(PAIR_PARTS + 1, sizeof *part);
	size_t count = list_parts(trials->base->length, PAIR_PARTS, part);
	int result = 0;

	for (size_t i = 0; !result && i < steep->count && i < PAIR_FIRSTS; i++)
		result = try_first(
			pumps, trials, &steep->part[i], part, count, err);
	free(part);
	return result;
}

static int pump_try_base(
	struct pumps *pumps, struct trials *trials, struct error *err)
{
	struct best curved = {.most = KEPT_PARTS}, steep = {.most = KEPT_PARTS};
	int result = try_laid_out(pumps, trials, err);
	bool explodes;

	if (!result)
		result = pump_try_parts(trials, &curved, &steep, err);
	explodes = pump_is_enough(&curved);
	/* What explodes may use up the budget: its short parts come first. */
	if (!result && explodes)
		result = add_parts(pumps, trials, &curved, err);
	if (!result)
		result = add_wholes(pumps, trials, err);
	if (!result && !explodes)
		result = add_parts(pumps, trials, &curved, err);
	if (!result)
		result = add_parts(pumps, trials, &steep, err);
	if (!result)
		result = try_pairs(pumps, trials, &steep, err);
	return result;
}

int pump_find(struct pumps *pumps, struct probe *probe,
	const struct bytes *base, const bool *wanted, struct error *err)
{
	struct bytes shorter = *base;
	struct trials trials;
	int result;

	/* What is at a limit already cannot grow: half of it may. */
	for (;; shorter.length /= 2) {
		result = open_trials(&trials, probe, &shorter, wanted, err);
		if (result || trials.end != PROBE_LIMIT || shorter.length < 4)
			break;
		close_trials(&trials);
	}
	if (!result && trials.end == PROBE_RAN)
		result = pump_try_base(pumps, &trials, err);
	close_trials(&trials);
	return result;
}

static size_t pump_unit_of(const struct pump *pump)
{
	return family_length(&pump->family, 1) -
	       family_length(&pump->family, 0);
}

/* By degree in steps of a quarter, then by yield in powers of two; of similar
 * ones that which grows in smaller steps. */
static int compare_pumps(const void *left, const void *right)
{
	const struct pump *a = left, *b = right;
	double first = round(a->degree * 4), second = round(b->degree * 4);

	if (first != second)
		return first < second ? 1 : -1;
	first = a->yield > 0 ? round(log2(a->yield)) : -INFINITY;
	second = b->yield > 0 ? round(log2(b->yield)) : -INFINITY;
	if (first != second)
		return first < second ? 1 : -1;
	if (pump_unit_of(a) != pump_unit_of(b))
		return pump_unit_of(a) < pump_unit_of(b) ? -1 : 1;
	return 0;
}

void pumps_sort(struct pumps *pumps)
{
	qsort(pumps->pump, pumps->count, sizeof *pumps->pump, compare_pumps);
}
