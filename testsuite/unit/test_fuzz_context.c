/* SPDX-License-Identifier: MIT
 * How long contexts are, which inputs are kept for them, and which bytes influence
 * a branch. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fuzz-perf/corpus/context.h"
#include "fuzz-perf/mutate/influence.h"
#include "lib/random.h"

/* New entries, of as many different edge sets, one each run. */
static void add(struct branch_context *context, unsigned count, uint64_t *runs)
{
	for (unsigned i = 0; i < count; i++)
		context_takes(context, i * 0x100000001ull, ++*runs);
}

static void contexts_grow_when_nothing_is_new(void **state)
{
	struct branch_context context;
	uint64_t runs = 0;

	(void)state;
	context_init(&context, 0);
	assert_int_equal(context.length, 4);
	add(&context, 100, &runs);
	assert_int_equal(context_adapt(&context, runs), CONTEXT_STAYS);
	runs += 100000;
	assert_int_equal(context_adapt(&context, runs), CONTEXT_GROWS);
	assert_int_equal(context.length, 8);
	assert_int_equal(context_adapt(&context, runs), CONTEXT_STAYS);
	for (unsigned length = 16; length <= 32; length *= 2) {
		runs += 100000;
		assert_int_equal(context_adapt(&context, runs), CONTEXT_GROWS);
		assert_int_equal(context.length, length);
	}
	assert_int_equal(context_adapt(&context, runs + 100000), CONTEXT_STAYS);
}

static void contexts_that_fill_up_are_halved_and_grow_by_less(void **state)
{
	struct branch_context context;
	uint64_t runs = 0;

	(void)state;
	context_init(&context, 0);
	context_adapt(&context, runs += 100000);
	context_adapt(&context, runs += 100000);
	assert_int_equal(context.length, 16);
	add(&context, PERF_CONTEXTS / 2 + 1, &runs);
	assert_int_equal(context_adapt(&context, runs), CONTEXT_STARTS_ANEW);
	assert_int_equal(context.length, 8);
	assert_int_equal(
		context_adapt(&context, runs += 100000), CONTEXT_GROWS);
	assert_int_equal(context.length, 12);
	/* Neither sparse nor crowded. */
	add(&context, PERF_CONTEXTS / 4, &runs);
	assert_int_equal(
		context_adapt(&context, runs += 100000), CONTEXT_STAYS);
}

static void a_length_that_was_asked_for_stays(void **state)
{
	struct branch_context context;
	uint64_t runs = 0;

	(void)state;
	context_init(&context, 7);
	add(&context, PERF_CONTEXTS, &runs);
	assert_int_equal(context_adapt(&context, runs + 100000), CONTEXT_STAYS);
	assert_int_equal(context.length, 7);
}

static void one_set_of_edges_keeps_64_inputs(void **state)
{
	struct branch_context context;
	unsigned kept = 0;

	(void)state;
	context_init(&context, 8);
	for (unsigned i = 0; i < 1000; i++)
		kept += context_takes(&context, 5, i);
	assert_int_equal(kept, 64);
	assert_true(context_takes(&context, 6, 1000));
}

static void bytes_are_picked_by_branch(void **state)
{
	struct influence *influence = calloc(1, sizeof *influence);
	struct random random;
	unsigned common = 0, rare = 0;

	(void)state;
	random_init(&random, 3);
	for (uint32_t byte = 0; byte < 100; byte++)
		influence_add(influence, 9, 99 - byte);
	influence_add(influence, 4, 200);
	influence_add(influence, 4, 200);
	influence_close(influence);
	assert_int_equal(influence->count, 101);
	assert_int_equal(influence->branches, 2);
	for (unsigned i = 0; i < 1000; i++) {
		assert_int_equal(influence_pick(influence, 4, &random), 200);
		assert_true(influence_pick(influence, 9, &random) < 100);
		if (influence_pick(influence, 5, &random) == 200)
			rare++;
		else
			common++;
	}
	/* Of a branch that nobody asked for, each is as likely. */
	assert_true(rare > 400 && common > 400);
	influence_free(influence);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contexts_grow_when_nothing_is_new),
		cmocka_unit_test(
			contexts_that_fill_up_are_halved_and_grow_by_less),
		cmocka_unit_test(a_length_that_was_asked_for_stays),
		cmocka_unit_test(one_set_of_edges_keeps_64_inputs),
		cmocka_unit_test(bytes_are_picked_by_branch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
