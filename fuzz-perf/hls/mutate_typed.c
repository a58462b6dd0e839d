/* SPDX-License-Identifier: MIT
 * Mutations of a kernel's inputs as what they are, numbers and arrays of them, and how
 * likely each is: HeteroFuzz (ESEC/FSE 2021), section 4.2, M1 to M6; and two
 * that the paper has not: M7 the number of calls, M8 the order of tasks. */
#include "fuzz-perf/hls/run.h"

#include <stdlib.h>
#include <string.h>

#include "lib/hls/hls_target.h"
#include "lib/random.h"

/* Rule (2): who found new spectra becomes so much more likely. The paper has no
 * bounds; without them the mutation of sizes takes all. */
#define STEP	     0.05
#define ODDS_MIN     0.02
#define ODDS_MAX     0.6
#define IN_A_ROW_MAX 4
/* M3 changes less than 2 to the power of so many elements of an array that has at least as
 * many as the other. */
#define SPREAD_BITS 8
#define SPREAD_MIN  256

struct change {
	struct hls_test *test;
	uint32_t input;
	const struct retread_hls_input *type;
	uint64_t *seed;
};

static size_t mutate_typed_pick(const struct change *change, size_t below)
{
	return below == 0 ? 0 : random_mix(change->seed) % below;
}

/* A number of INPUT at random, or NULL: it has none. */
static int64_t *pick_number(const struct change *change)
{
	size_t count = change->test->count[change->input];

	return count == 0
		       ? NULL
		       : &change->test->number[change->input][mutate_typed_pick(
				 change, count)];
}

static void mutate_typed_put(
	const struct change *change, int64_t *number, int64_t value)
{
	if (value >= change->type->min && value <= change->type->max)
		*number = value;
}

/* COUNT elements from AT on are put in, or taken out. */
static void resize(
	const struct change *change, size_t at, size_t count, bool adds)
{
	struct hls_test *test = change->test;
	size_t old = test->count[change->input];
	size_t size = adds ? old + count : old - count;
	int64_t *number;

	if (size < change->type->count_min || size > change->type->count_max)
		return;
	number = calloc(size + 1, sizeof(*number));
	if (!number)
		abort();
	memcpy(number, test->number[change->input], at * sizeof(*number));
	if (adds) {
		for (size_t i = 0; i < count; i++)
			number[at + i] = old > 0 ? *pick_number(change)
						 : change->type->min;
		memcpy(number + at + count, test->number[change->input] + at,
			(old - at) * sizeof(*number));
	} else {
		memcpy(number + at, test->number[change->input] + at + count,
			(size - at) * sizeof(*number));
	}
	free(test->number[change->input]);
	test->number[change->input] = number;
	test->count[change->input] = size;
}

/* M1: one or several elements. */
static void mutate_typed_change_size(const struct change *change)
{
	size_t old = change->test->count[change->input];
	size_t count = 1 + mutate_typed_pick(change, 4);

	if (mutate_typed_pick(change, 2) == 0)
		resize(change, mutate_typed_pick(change, old + 1), count, true);
	else if (count <= old)
		resize(change, mutate_typed_pick(change, old - count + 1),
			count, false);
}

/* M2: a row, of any length that divides the array into rows. */
static void change_dimension(const struct change *change)
{
	size_t old = change->test->count[change->input];
	size_t row = old > 1 ? 1 + mutate_typed_pick(change, old) : 1;

	while (old % row != 0)
		row--;
	resize(change, row * mutate_typed_pick(change, old / row), row,
		mutate_typed_pick(change, 2) == 0);
}

/* A number at which a site begins to differ: a power of two, a size. */
static int64_t pick_boundary(const struct change *change)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);
	uint64_t size =
		sites > 0 ? site[mutate_typed_pick(change, sites)]->size : 0;
	int64_t near = (int64_t)mutate_typed_pick(change, 3) - 1;

	if (size > 0 && mutate_typed_pick(change, 2) == 0)
		return (int64_t)size + near;
	if (size > 0 && size < 63)
		return (int64_t)(UINT64_C(1) << size) + near;
	return (int64_t)(UINT64_C(1) << mutate_typed_pick(change, 32)) + near;
}

/* Gives elements after NUMBER its value: of a large array one is rarely enough. */
static void mutate_typed_spread(const struct change *change, int64_t *number)
{
	int64_t *end = change->test->number[change->input] +
		       change->test->count[change->input];
	size_t left = (size_t)(end - number);
	size_t most = (size_t)1 << mutate_typed_pick(change, SPREAD_BITS);

	for (size_t i = 1; i < left && i < most; i++)
		number[i] = *number;
}

/* M3: the value of an element. */
static void change_element(const struct change *change)
{
	int64_t *number = pick_number(change);
	uint64_t span =
		(uint64_t)change->type->max - (uint64_t)change->type->min + 1;

	if (!number)
		return;
	switch (mutate_typed_pick(change, 4)) {
	case 0:
		mutate_typed_put(change, number,
			*number + (int64_t)mutate_typed_pick(change, 17) - 8);
		break;
	case 1:
		mutate_typed_put(change, number, pick_boundary(change));
		break;
	case 2:
		mutate_typed_put(change, number,
			mutate_typed_pick(change, 2) == 0 ? change->type->min
							  : change->type->max);
		break;
	default:
		*number = (int64_t)((uint64_t)change->type->min +
				    (span == 0 ? random_mix(change->seed)
					       : mutate_typed_pick(
							 change, span)));
		break;
	}
	if (change->test->count[change->input] >= SPREAD_MIN)
		mutate_typed_spread(change, number);
}

/* M4: as a number of another type has it: narrower, or without a sign. */
static void change_type(const struct change *change)
{
	int64_t *number = pick_number(change);

	if (!number)
		return;
	switch (mutate_typed_pick(change, 4)) {
	case 0:
		mutate_typed_put(change, number, (int8_t)*number);
		break;
	case 1:
		mutate_typed_put(change, number, (uint8_t)*number);
		break;
	case 2:
		mutate_typed_put(change, number, (int16_t)*number);
		break;
	default:
		mutate_typed_put(
			change, number, (int64_t)(0 - (uint64_t)*number));
		break;
	}
}

/* M5. */
static void mutate_typed_flip_bit(const struct change *change)
{
	int64_t *number = pick_number(change);

	if (number)
		mutate_typed_put(change, number,
			*number ^ (int64_t)(UINT64_C(1) << mutate_typed_pick(
						    change,
						    8 * change->type->bytes)));
}

/* M6. */
static void flip_byte(const struct change *change)
{
	int64_t *number = pick_number(change);

	if (number)
		mutate_typed_put(change, number,
			*number ^
				(int64_t)(UINT64_C(0xff)
					  << 8 * mutate_typed_pick(change,
							 change->type->bytes)));
}

/* M7. */
static void change_calls(const struct change *change)
{
	change->test->calls = retread_hls_kernel.calls_min +
			      (unsigned)mutate_typed_pick(change,
				      retread_hls_kernel.calls_max -
					      retread_hls_kernel.calls_min + 1);
}

/* M8. */
static void change_schedule(const struct change *change)
{
	change->test->schedule =
		(unsigned)mutate_typed_pick(change, UINT8_MAX + 1);
}

/* An array of one size has no M1 and M2. */
static bool has_sizes(const struct change *change)
{
	return change->type->count_max > change->type->count_min;
}

static bool mutate_typed_has_calls(const struct change *change)
{
	(void)change;
	return retread_hls_kernel.calls_max > retread_hls_kernel.calls_min;
}

static bool has_tasks(const struct change *change)
{
	(void)change;
	return sim_has_tasks();
}

static const struct {
	void (*mutate)(const struct change *change);
	bool (*applies)(const struct change *change); /* NULL: always */
} mutations[] = {
	{mutate_typed_change_size, has_sizes},
	{change_dimension, has_sizes},
	{change_element, NULL},
	{change_type, NULL},
	{mutate_typed_flip_bit, NULL},
	{flip_byte, NULL},
	{change_calls, mutate_typed_has_calls},
	{change_schedule, has_tasks},
};

#define MUTATIONS (sizeof(mutations) / sizeof(mutations[0]))

static struct {
	enum odds_profile profile;
	double odds[MUTATIONS];
	unsigned found[MUTATIONS];
	unsigned used; /* by the input that runs: a bit each */
} state;

void mutate_start(const char *profile)
{
	static const char *const names[] = {"bucketed", "paper", "uniform"};

	state.profile = ODDS_BUCKETED;
	for (size_t i = 0; profile && i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], profile) == 0)
			state.profile = (enum odds_profile)i;
	for (size_t i = 0; i < MUTATIONS; i++)
		state.odds[i] = 1.0 / MUTATIONS;
}

/* Into the bounds; all together are 1. */
static void balance(void)
{
	double sum = 0;

	for (size_t i = 0; i < MUTATIONS; i++) {
		if (state.odds[i] < ODDS_MIN)
			state.odds[i] = ODDS_MIN;
		if (state.odds[i] > ODDS_MAX)
			state.odds[i] = ODDS_MAX;
		sum += state.odds[i];
	}
	for (size_t i = 0; i < MUTATIONS; i++)
		state.odds[i] /= sum;
}

void mutate_learn(bool is_new)
{
	for (size_t i = 0; i < MUTATIONS && is_new; i++) {
		double step = STEP;
		if (!(state.used & 1u << i) || state.profile == ODDS_UNIFORM)
			continue;
		/* The more it has found, the less one more says. */
		if (state.profile == ODDS_BUCKETED)
			step /= 1 + state.found[i]++;
		for (size_t j = 0; j < MUTATIONS; j++)
			state.odds[j] +=
				j == i ? step : -step / (MUTATIONS - 1);
		balance();
	}
	state.used = 0;
}

static size_t mutate_typed_draw(uint64_t *seed)
{
	double left = (double)(random_mix(seed) >> 11) / 0x1p53;

	for (size_t i = 0; i + 1 < MUTATIONS; i++) {
		left -= state.odds[i];
		if (left < 0)
			return i;
	}
	return MUTATIONS - 1;
}

static size_t mutate_typed_choose(const struct change *change)
{
	size_t mutation;

	do
		mutation = mutate_typed_draw(change->seed);
	while (mutations[mutation].applies &&
		!mutations[mutation].applies(change));
	return mutation;
}

void mutate_test(struct hls_test *test, uint64_t seed)
{
	size_t count = 1 + random_mix(&seed) % IN_A_ROW_MAX;

	state.used = 0;
	while (count-- > 0) {
		uint32_t input = sensitive_pick(random_mix(&seed));
		struct change change = {
			test, input, &retread_hls_kernel.input[input], &seed};
		size_t mutation = mutate_typed_choose(&change);
		mutations[mutation].mutate(&change);
		state.used |= 1u << mutation;
	}
}

size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t capacity, unsigned seed);
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t capacity, unsigned seed)
{
	struct hls_test test;

	test_decode(&test, data, size);
	mutate_test(&test, seed);
	size = test_encode(&test, data, capacity);
	test_release(&test);
	return size;
}
