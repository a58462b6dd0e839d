/* SPDX-License-Identifier: MIT
 * When a sum counts as stuck, and what is gone on from then. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fuzz-perf/corpus/walk.h"
#include "lib/random.h"

static void a_sum_is_stuck_after_as_much_work_as_before(void **state)
{
	struct walk walk = {0};

	(void)state;
	walk_note_raise(&walk, 3000000, 900, 1000);
	assert_false(walk_is_on(&walk, 3000000));
	assert_false(walk_is_on(&walk, 6000000));
	assert_true(walk_is_on(&walk, 6000002));
}

static void nothing_is_stuck_at_the_beginning(void **state)
{
	struct walk walk = {0};

	(void)state;
	walk_note_raise(&walk, 10, 900, 1000);
	assert_false(walk_is_on(&walk, 999999));
	assert_true(walk_is_on(&walk, 1000000));
}

static void only_another_hill_ends_a_walk(void **state)
{
	struct walk walk = {0};

	(void)state;
	assert_true(walk_is_on(&walk, 2000000));
	walk_note_raise(&walk, 2000000, 1000, 1010);
	assert_true(walk_is_on(&walk, 2000001));
	walk_note_raise(&walk, 2000001, 1000, 1100);
	assert_false(walk_is_on(&walk, 2000001));
}

/* Of a thousand children that reached VALUE, where the champion reached 6400. */
static unsigned taken(const struct walk *walk, uint64_t value, bool is_shorter)
{
	struct random random;
	unsigned count = 0;

	random_init(&random, 5);
	for (int i = 0; i < 1000; i++)
		count += walk_takes(walk, &random, value, 6400, is_shorter);
	return count;
}

static void a_walk_goes_lower_and_misses_no_shorter_child(void **state)
{
	struct walk climb = {0}, walk = {.is_on = true};

	(void)state;
	assert_in_range(taken(&climb, 6300, true), 30, 100);
	assert_int_equal(taken(&climb, 6299, true), 0);
	assert_in_range(taken(&walk, 6299, false), 30, 100);
	assert_int_equal(taken(&walk, 6200, true), 1000);
	assert_int_equal(taken(&walk, 6199, true), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sum_is_stuck_after_as_much_work_as_before),
		cmocka_unit_test(nothing_is_stuck_at_the_beginning),
		cmocka_unit_test(only_another_hill_ends_a_walk),
		cmocka_unit_test(a_walk_goes_lower_and_misses_no_shorter_child),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
