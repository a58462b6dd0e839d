/* SPDX-License-Identifier: MIT
 * Tests of what a kernel's target does to inputs: bytes and back, mutations and
 * their odds, which inputs a simulator is run on. */
#include "config.h"

#include "fuzz-perf/hls/run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/hls/hls_target.h"
#include "lib/random.h"

static const struct retread_hls_input inputs[] = {
	{"few", 1, 1, 0, 9, -20, 100},
	{"fixed", 4, 1, 4, 4, INT32_MIN, INT32_MAX},
	{"large", 8, 1, 1, 3, INT64_MIN, INT64_MAX},
};
const struct retread_hls_kernel retread_hls_kernel = {
	inputs, 3, 4, 4, 1, 1, 5, 1000};

void retread_hls_call(void *const *array, const int *count, void *result)
{
	(void)result;
	sensitive_note(array[1], 4 * (size_t)count[1]); /* the others: not */
}

static void check_ranges(const struct hls_test *test)
{
	assert_in_range(test->calls, 1, 5);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		assert_in_range(test->count[i], inputs[i].count_min,
			inputs[i].count_max);
		for (size_t j = 0; j < test->count[i]; j++) {
			assert_true(test->number[i][j] >= inputs[i].min);
			assert_true(test->number[i][j] <= inputs[i].max);
		}
	}
}

static void check_same(const struct hls_test *a, const struct hls_test *b)
{
	assert_int_equal(a->calls, b->calls);
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		assert_int_equal(a->count[i], b->count[i]);
		assert_memory_equal(a->number[i], b->number[i],
			a->count[i] * sizeof(int64_t));
	}
}

static void inputs_survive_bytes(void **unused)
{
	uint64_t seed = 7;
	uint8_t bytes[128];

	(void)unused;
	for (int i = 0; i < 2000; i++) {
		struct hls_test test, again;
		size_t size;
		test_random(&test, &seed);
		check_ranges(&test);
		size = test_encode(&test, bytes, sizeof(bytes));
		test_decode(&again, bytes, size);
		check_same(&test, &again);
		test_release(&test);
		test_release(&again);
	}
}

static void mutations_keep_to_ranges(void **unused)
{
	uint64_t seed = 3;
	struct hls_test test;
	bool grew = false, shrank = false, called = false;

	(void)unused;
	mutate_start(NULL);
	test_random(&test, &seed);
	for (uint64_t i = 0; i < 20000; i++) {
		size_t before = test.count[0];
		unsigned calls = test.calls;
		mutate_test(&test, i);
		check_ranges(&test);
		called |= test.calls != calls;
		assert_int_equal(test.schedule, 0); /* there are no tasks */
		grew |= test.count[0] > before;
		shrank |= test.count[0] < before;
	}
	assert_true(grew && shrank && called);
	test_release(&test);
}

/* Last: from then on the kernel has tasks. */
static void orders_of_tasks_change_and_survive_bytes(void **unused)
{
	static struct retread_hls_site task = {.kind = RETREAD_HLS_TASK};
	struct retread_hls_site *site[] = {&task};
	bool seen[256] = {false};
	size_t orders = 0;
	uint64_t seed = 9;
	uint8_t bytes[128];
	struct hls_test test, again;

	(void)unused;
	retread_hls_register(site, 1, NULL, 0);
	mutate_start("uniform");
	test_random(&test, &seed);
	for (uint64_t i = 0; i < 5000; i++) {
		mutate_test(&test, i);
		assert_in_range(test.schedule, 0, 255);
		orders += !seen[test.schedule];
		seen[test.schedule] = true;
	}
	assert_true(orders > 200);
	test_decode(&again, bytes, test_encode(&test, bytes, sizeof(bytes)));
	assert_int_equal(again.schedule, test.schedule);
	test_release(&again);
	test_release(&test);
}

/* Has FINDS mutations that change how long FEW is learn, then returns how many of 4000 do.
 * Others remain, whatever was learned. */
static unsigned count_changes(const char *profile, unsigned finds)
{
	struct hls_test test;
	uint64_t seed = 1;
	unsigned changed = 0;

	mutate_start(profile);
	test_random(&test, &seed);
	for (uint64_t i = 0; finds > 0; i++) {
		size_t before = test.count[0];
		mutate_test(&test, i);
		mutate_learn(test.count[0] != before);
		finds -= test.count[0] != before;
	}
	test_release(&test);
	seed = 2;
	test_random(&test, &seed);
	for (uint64_t i = 0; i < 4000; i++) {
		size_t before = test.count[0];
		mutate_test(&test, i);
		changed += test.count[0] != before;
	}
	test_release(&test);
	assert_in_range(changed, 40, 3800);
	return changed;
}

static void odds_follow_what_is_found(void **unused)
{
	unsigned uniform = count_changes("uniform", 100);
	unsigned bucketed = count_changes("bucketed", 100);

	(void)unused;
	assert_int_equal(uniform, count_changes("uniform", 0));
	assert_true(bucketed > uniform);
	assert_true(count_changes("paper", 100) > bucketed);
}

static void inputs_that_reach_the_kernel_are_likely(void **unused)
{
	unsigned picked[3] = {0};
	uint64_t seed = 5;

	(void)unused;
	for (int i = 0; i < 60; i++) {
		struct hls_test test;
		test_random(&test, &seed);
		sensitive_try(&test);
		test_release(&test);
	}
	for (int i = 0; i < 3000; i++)
		picked[sensitive_pick(random_mix(&seed))]++;
	assert_true(picked[1] > 5 * picked[0]);
	assert_true(picked[1] > 5 * picked[2]);
	assert_true(picked[0] > 0 && picked[2] > 0);
}

static struct hls_test make_test(int64_t number)
{
	struct hls_test test = {.count = {1, 0, 0}};

	test.number[0] = calloc(1, sizeof(int64_t));
	assert_non_null(test.number[0]);
	test.number[0][0] = number;
	return test;
}

static void paper_runs_what_is_out_of_range(void **unused)
{
	struct hls_judgement equal = {.verdict = VERDICT_EQUAL};
	enum select_policy policy;
	struct hls_test low = make_test(3), high = make_test(9),
			between = make_test(5);

	(void)unused;
	assert_true(select_find("paper", &policy));
	assert_int_equal(select_input(policy, &between, &equal), 'n');
	select_learn(&low);
	assert_int_equal(select_input(policy, &between, &equal), 'n');
	select_learn(&high);
	assert_int_equal(select_input(policy, &between, &equal), 0);
	test_release(&low);
	test_release(&high);
	test_release(&between);
}

static void tiered_runs_two_of_a_kind_and_audits(void **unused)
{
	struct hls_judgement wrong = {.verdict = VERDICT_WRONG, .id = "12"};
	enum select_policy policy;
	struct hls_test test = make_test(3);
	unsigned audits = 0;

	(void)unused;
	assert_true(select_find(NULL, &policy));
	assert_int_equal(select_input(policy, &test, &wrong), 'n');
	assert_int_equal(select_input(policy, &test, &wrong), 'n');
	for (int i = 0; i < 640; i++) {
		char why = select_input(policy, &test, &wrong);
		assert_true(why == 0 || why == 'a');
		audits += why == 'a';
	}
	assert_int_equal(audits, 10);
	strcpy(wrong.id, "13");
	assert_int_equal(select_input(policy, &test, &wrong), 'n');
	assert_false(select_find("never", &policy));
	test_release(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inputs_survive_bytes),
		cmocka_unit_test(mutations_keep_to_ranges),
		cmocka_unit_test(odds_follow_what_is_found),
		cmocka_unit_test(inputs_that_reach_the_kernel_are_likely),
		cmocka_unit_test(paper_runs_what_is_out_of_range),
		cmocka_unit_test(tiered_runs_two_of_a_kind_and_audits),
		cmocka_unit_test(orders_of_tasks_change_and_survive_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
