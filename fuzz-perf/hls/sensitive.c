/* SPDX-License-Identifier: MIT
 * Which of the host's inputs reach the kernel: one of them is changed, and the calls
 * that the kernel then gets are compared. Mutations prefer these (HeteroFuzz,
 * section 4.2, kernel-sensitive inputs). */
#include "fuzz-perf/hls/run.h"

#include "lib/hls/hls_target.h"
#include "lib/random.h"

/* The first tests are tried, one input each, and then each 61st. */
#define FIRST_TRIES 64
#define TRY_EVERY   61

static struct {
	unsigned long tests;
	unsigned tries[INPUTS_MAX], reached[INPUTS_MAX];
	bool is_watching;
	uint64_t given; /* a hash of what the kernel was called with */
} sensitive;

void sensitive_note(const void *bytes, size_t count)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; sensitive.is_watching && i < count; i++)
		sensitive.given =
			(sensitive.given ^ byte[i]) * UINT64_C(0x100000001b3);
}

/* What the kernel is called with on the CPU. */
static uint64_t hash_calls(const struct hls_test *test)
{
	struct outcome outcome;

	sim_switch_all(false);
	sensitive.is_watching = true;
	sensitive.given = 0;
	sim_run(test, 0, &outcome);
	sensitive.is_watching = false;
	outcome_release(&outcome);
	return sensitive.given;
}

void sensitive_try(const struct hls_test *test)
{
	uint32_t input =
		(uint32_t)(sensitive.tests % retread_hls_kernel.inputs);
	const struct retread_hls_input *type = &retread_hls_kernel.input[input];
	uint64_t seed = sensitive.tests++;
	struct hls_test changed;
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);
	int64_t *number;

	if ((seed >= FIRST_TRIES && seed % TRY_EVERY != 0) ||
		retread_hls_kernel.inputs < 2 || test->count[input] == 0 ||
		type->min == type->max)
		return;
	test_copy(&changed, test);
	number = &changed.number[input][random_mix(&seed) % test->count[input]];
	*number = *number == type->max ? type->min : *number + 1;
	sensitive.tries[input]++;
	sensitive.reached[input] += hash_calls(&changed) != hash_calls(test);
	test_release(&changed);
	for (size_t i = 0; i < sites; i++)
		site[i]->seen = site[i]->most = 0; /* that is not progress */
}

/* The odds of an input are those that a change of it reached the kernel, by
 * Laplace's rule: no input is left out for good. */
uint32_t sensitive_pick(uint64_t random)
{
	double odds[INPUTS_MAX], sum = 0;
	double at = (double)(random >> 11) / 0x1p53;
	uint32_t input = 0;

	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		odds[i] = (sensitive.reached[i] + 1.0) /
			  (sensitive.tries[i] + 2.0);
		sum += odds[i];
	}
	for (at *= sum; input + 1 < retread_hls_kernel.inputs; input++) {
		at -= odds[input];
		if (at < 0)
			break;
	}
	return input;
}
