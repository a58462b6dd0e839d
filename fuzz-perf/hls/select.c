/* SPDX-License-Identifier: MIT
 * Which inputs of a campaign the simulator is run on, for each call costs. */
#include "fuzz-perf/hls/run.h"

#include <stdlib.h>
#include <string.h>

#include "lib/hls/hls_target.h"

/* tiered: inputs of one outcome that are run, and of how many others one is run so
 * that what the model does not know is met (notes on HeteroFuzz: 2 and 64). */
#define FIRST_RUNS  2
#define AUDIT_EVERY 64
#define KEYS	    4096

static struct {
	uint64_t key[KEYS];
	unsigned runs[KEYS];
	uint64_t inputs; /* not run since the last audit */
	/* paper: what hardware was seen to do right. */
	struct select_range {
		bool is_known;
		int64_t min, max;
		size_t shortest, longest;
	} safe[INPUTS_MAX];
} select_;

bool select_find(const char *name, enum select_policy *policy)
{
	static const char *const names[] = {
		"tiered", "always", "paper", "never"};

	*policy = SELECT_TIERED;
	for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], name) == 0)
			*policy = (enum select_policy)i;
	return *policy != SELECT_NEVER;
}

/* The runs of KEY so far, which are one more from now on. */
static unsigned count_key(uint64_t key)
{
	size_t slot = key % KEYS;

	for (size_t tried = 0; tried < KEYS; tried++) {
		if (select_.runs[slot] == 0)
			select_.key[slot] = key;
		if (select_.key[slot] == key)
			return select_.runs[slot]++;
		slot = (slot + 1) % KEYS;
	}
	return FIRST_RUNS; /* the table is full */
}

/* Inputs whose numbers have the same lengths at all sites, and whose sizes are of
 * one order, have one key. */
static uint64_t key_of_spectra(const struct hls_test *test)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);
	uint64_t key = 1;

	for (size_t i = 0; i < sites; i++)
		key = (key ^ site[i]->seen) * UINT64_C(0x100000001b3);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		unsigned long count = test->count[i];
		unsigned order = 0;
		for (; count > 0; count >>= 1)
			order++;
		key = (key ^ order) * UINT64_C(0x100000001b3);
	}
	return key;
}

static char choose_tiered(
	const struct hls_test *test, const struct hls_judgement *judgement)
{
	uint64_t key = judgement->verdict != VERDICT_EQUAL
			       ? strtoull(judgement->id, NULL, 16)
			       : key_of_spectra(test);

	if (count_key(key) < FIRST_RUNS)
		return 'n';
	if (++select_.inputs % AUDIT_EVERY == 0)
		return 'a';
	return 0;
}

/* Section 4.3: a number or a size outside of what was right before. */
static bool select_is_outside(const struct hls_test *test)
{
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		const struct select_range *safe = &select_.safe[i];
		if (!safe->is_known || test->count[i] < safe->shortest ||
			test->count[i] > safe->longest)
			return true;
		for (size_t j = 0; j < test->count[i]; j++)
			if (test->number[i][j] < safe->min ||
				test->number[i][j] > safe->max)
				return true;
	}
	return false;
}

char select_input(enum select_policy policy, const struct hls_test *test,
	const struct hls_judgement *judgement)
{
	switch (policy) {
	case SELECT_ALWAYS:
		return 'n';
	case SELECT_PAPER:
		return select_is_outside(test) ? 'n' : 0;
	case SELECT_TIERED:
		return choose_tiered(test, judgement);
	default:
		return 0;
	}
}

void select_learn(const struct hls_test *test)
{
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		struct select_range *safe = &select_.safe[i];
		size_t count = test->count[i];
		if (!safe->is_known)
			*safe = (struct select_range){
				true, INT64_MAX, INT64_MIN, count, count};
		if (count < safe->shortest)
			safe->shortest = count;
		if (count > safe->longest)
			safe->longest = count;
		for (size_t j = 0; j < count; j++) {
			int64_t number = test->number[i][j];
			if (number < safe->min)
				safe->min = number;
			if (number > safe->max)
				safe->max = number;
		}
	}
}
