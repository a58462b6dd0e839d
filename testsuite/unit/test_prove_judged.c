/* SPDX-License-Identifier: MIT
 * What is said of a test that was grown, by what its runs walked. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fuzz-perf/prove/points.h"

#define RUNS 6

/* Runs at 4, 8 and so on: READS for each unit, in walks of CELLS, and SPREAD cells of a call that has
 * EACH more of them for each unit. */
static void make_runs(struct points_run run[RUNS], uint64_t reads,
	uint64_t cells, uint64_t spread, uint64_t each)
{
	for (unsigned i = 0; i < RUNS; i++) {
		uint64_t value = UINT64_C(4) << i;
		run[i] = (struct points_run){.value = value,
			.reads = reads * value,
			.cells = cells,
			.walks = cells ? value : 0,
			.spread = spread + each * value};
	}
}

static enum proof_verdict judge(struct points_run run[RUNS], bool is_data)
{
	const struct points points = {.change = "call of find at test.c:1",
		.is_data = is_data,
		.run = run,
		.run_count = RUNS};
	struct points_result result;

	points_judge(&points, &result);
	return result.by_argument.verdict;
}

static void more_walks_of_more_data_do_not_grow(void **state)
{
	struct points_run run[RUNS];

	(void)state;
	make_runs(run, 12, 6, 5, 3);
	assert_int_equal(judge(run, false), PROOF_BOUNDED);
}

static void more_walks_of_the_same_data_say_nothing(void **state)
{
	struct points_run run[RUNS];

	(void)state;
	make_runs(run, 12, 6, 7, 0);
	assert_int_equal(judge(run, false), PROOF_NOT_SHOWN);
	/* Larger numbers find more of it, until they have found all. */
	for (unsigned i = 0; i < RUNS; i++)
		run[i].spread = i < 2 ? 7 * (i + 1) : 24;
	assert_int_equal(judge(run, false), PROOF_NOT_SHOWN);
}

static void a_longer_text_is_more_data(void **state)
{
	struct points_run run[RUNS];

	(void)state;
	make_runs(run, 12, 6, 7, 0);
	assert_int_equal(judge(run, true), PROOF_BOUNDED);
}

static void what_is_not_known_is_no_reason(void **state)
{
	struct points_run run[RUNS];

	(void)state;
	make_runs(run, 12, 6, 0, 0);
	assert_int_equal(judge(run, false), PROOF_BOUNDED);
}

static void reads_without_a_walk_say_nothing(void **state)
{
	struct points_run run[RUNS];

	(void)state;
	make_runs(run, 12, 0, 0, 0);
	assert_int_equal(judge(run, true), PROOF_NOT_SHOWN);
	/* Walks begin later: nothing is compared with what had none. */
	run[RUNS - 1].cells = 6;
	run[RUNS - 1].walks = 128;
	assert_int_equal(judge(run, true), PROOF_NOT_SHOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_walks_of_more_data_do_not_grow),
		cmocka_unit_test(more_walks_of_the_same_data_say_nothing),
		cmocka_unit_test(a_longer_text_is_more_data),
		cmocka_unit_test(what_is_not_known_is_no_reason),
		cmocka_unit_test(reads_without_a_walk_say_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
