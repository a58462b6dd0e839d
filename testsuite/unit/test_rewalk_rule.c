/* SPDX-License-Identifier: MIT
 * Each clause of the definition of a re-walk, the growth, and the ranges of string
 * functions decide where the notes say. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/findings/judge.h"
#include "analyzer/rewalk/contexts.h"
#include "lib/error.h"
#include "lib/growth/growth.h"

static const struct rewalk_limits *const usual = &rewalk_limits_default;

/* --- the definition ----------------------------------------------------- */

static void add_walk(struct rewalk_counts *counts, uint64_t first,
	uint64_t length, uint64_t fresh)
{
	struct rewalk_walk walk = {
		.first = first,
		.length = length,
		.fresh = fresh,
		.has_reread = fresh < length,
	};

	rewalk_walks_add(usual, &counts->walks, &walk);
}

/* Search, then append, at four elements: walks of 1, 2 and 3 cells. */
static struct rewalk_counts smallest(void)
{
	struct rewalk_counts counts = {
		.reads = 6,
		.cells = 3,
		.same = 3,
		.followed = 1,
		.is_eligible = true,
	};

	add_walk(&counts, 1, 1, 1);
	add_walk(&counts, 1, 2, 1);
	add_walk(&counts, 1, 3, 1);
	return counts;
}

static void the_smallest_growing_prefix_is_a_rewalk(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
}

static void the_first_walks_are_kept_with_what_they_repeat(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	for (uint64_t i = 0; i < 100; i++)
		add_walk(&counts, 1, 3, 0);
	assert_int_equal(counts.walks.kept[0].length, 1);
	assert_int_equal(counts.walks.kept[0].again, 0);
	assert_int_equal(counts.walks.kept[2].length, 3);
	assert_int_equal(counts.walks.kept[2].again, 2);
	assert_int_equal(counts.walks.kept[REWALK_WALKS_KEPT - 1].again, 3);
	assert_int_equal(rewalk_keep(UINT64_MAX, 0).length, UINT32_MAX);
}

static void two_walks_are_none(void **state)
{
	struct rewalk_counts counts = {
		.reads = 6, .cells = 3, .same = 3, .followed = 2};

	(void)state;
	add_walk(&counts, 1, 3, 3);
	add_walk(&counts, 1, 3, 0);
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void a_walk_of_three_cells_must_repeat_something(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.walks.longest = 2;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void three_reads_must_repeat(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.same = 2;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void tails_count_as_far_as_there_are_new_cells(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.same = 1;
	counts.tail = 2;
	assert_int_equal(rewalk_rereads(&counts), 3);
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	counts.tail = 9;
	assert_int_equal(rewalk_rereads(&counts), 3);
	/* The rest of them is changed. */
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void some_step_must_be_followed(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.followed = 0;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

/* --limit followed=off lets through what has no step at all. */
static void steps_are_steady_unless_some_go_elsewhere(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.followed = 0;
	assert_true(rewalk_steadiness(&counts) == 1);
	counts.branched = 1;
	assert_true(rewalk_steadiness(&counts) == 0);
	counts.followed = 3;
	assert_true(rewalk_steadiness(&counts) == 0.75);
}

static void one_step_in_ten_may_branch(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.followed = 9;
	counts.branched = 1;
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	counts.branched = 2;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void insertions_may_not_outnumber_followed_steps(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.inserted = 1;
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	counts.inserted = 2;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void a_quarter_may_have_changed(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.changed = 1;
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	counts.changed = 2;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void the_walks_must_cover_most_cells(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.cells = 4;
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	counts.cells = 5;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

static void many_cells_may_be_covered_per_first_cell(void **state)
{
	struct rewalk_counts counts = {
		.reads = 240,
		.cells = 80,
		.cells_again = 80,
		.same = 160,
		.followed = 150,
		.is_eligible = true,
	};

	(void)state;
	for (uint64_t round = 0; round < 3; round++) {
		add_walk(&counts, 1, 40, round == 0 ? 40 : 0);
		add_walk(&counts, 2, 40, round == 0 ? 40 : 0);
	}
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	counts.cells = 64; /* too few for that */
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
	counts.cells = 2000; /* too many */
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

/* What one walk has read is read by it alone. */
static void a_structure_is_walked_as_often_as_any(void **state)
{
	struct rewalk_counts counts = {
		.reads = 160,
		.cells = 90,
		.cells_again = 50,
		.same = 70,
		.followed = 60,
		.is_eligible = true,
	};

	(void)state;
	add_walk(&counts, 1, 50, 50);
	add_walk(&counts, 2, 40, 40);
	add_walk(&counts, 1, 30, 0);
	assert_int_equal(counts.walks.group[0].count, 2);
	add_walk(&counts, 3, 4, 2);
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
	add_walk(&counts, 3, 4, 0);
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
	for (unsigned i = 0; i < 5; i++)
		add_walk(&counts, 3, 4, 0);
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
}

/* From some of its cells on a binary search meets little. */
static void what_few_walks_cover_is_not_all(void **state)
{
	struct rewalk_counts counts = {
		.reads = 900,
		.cells = 300,
		.cells_again = 200,
		.same = 600,
		.followed = 500,
		.is_eligible = true,
	};

	(void)state;
	add_walk(&counts, 1, 200, 200);
	add_walk(&counts, 1, 16, 0);
	for (unsigned i = 0; i < 4; i++)
		add_walk(&counts, 2, 4, i == 0 ? 4 : 0);
	/* 12 known cells of 28. */
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	add_walk(&counts, 1, 20, 0);
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

/* Two fields read in turn, COUNT times, and then two more. */
static struct rewalk_counts pairs(uint64_t count)
{
	struct rewalk_counts counts = {
		.reads = 2 * count + 4,
		.cells = 4,
		.cells_again = 2,
		.same = 2 * count,
		.followed = count,
		.is_eligible = true,
	};

	for (uint64_t i = 0; i < count; i++)
		add_walk(&counts, 1, 2, i == 0 ? 2 : 0);
	add_walk(&counts, 1, 4, 2);
	return counts;
}

static void one_reread_in_four_must_be_in_a_walk_that_is_long(void **state)
{
	struct rewalk_counts few = pairs(4), many = pairs(5);

	(void)state;
	assert_int_equal(few.walks.known.all, 8);
	assert_int_equal(few.walks.known.by_long, 2);
	assert_true(rewalk_holds(usual, REWALK_PC, &few));
	assert_false(rewalk_holds(usual, REWALK_PC, &many));
	/* Neither are they enough among other structures. */
	many.cells = 80;
	assert_false(rewalk_holds(usual, REWALK_PC, &many));
	few = pairs(2);
	few.cells = 80;
	few.same = 20;
	assert_true(rewalk_holds(usual, REWALK_PC, &few));
}

/* Operations on several objects, now and then on all of them in turn. */
static void a_walk_that_is_mostly_new_repeats_none(void **state)
{
	struct rewalk_counts counts = {
		.reads = 13,
		.cells = 6,
		.same = 7,
		.followed = 3,
		.is_eligible = true,
	};

	(void)state;
	add_walk(&counts, 1, 2, 2);
	add_walk(&counts, 1, 6, 4);
	add_walk(&counts, 1, 5, 0);
	assert_true(rewalk_holds(usual, REWALK_PC, &counts));
	memset(&counts.walks, 0, sizeof counts.walks);
	add_walk(&counts, 1, 2, 2);
	add_walk(&counts, 1, 6, 4);
	add_walk(&counts, 1, 2, 0);
	add_walk(&counts, 1, 2, 0);
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
}

/* One load of a vector register is no walk, nor is one expression. */
static void a_walk_needs_an_instruction_that_moves(void **state)
{
	struct rewalk_counts counts = smallest();

	(void)state;
	counts.is_eligible = false;
	assert_false(rewalk_holds(usual, REWALK_PC, &counts));
	assert_false(rewalk_holds(usual, REWALK_LINE, &counts));
	counts.is_eligible = true;
	assert_true(rewalk_holds(usual, REWALK_LINE, &counts));
	assert_false(rewalk_holds(usual, REWALK_PATH, &counts));
	counts.is_regular = true;
	assert_true(rewalk_holds(usual, REWALK_PATH, &counts));
	counts.walks.lengths = 2;
	assert_false(rewalk_holds(usual, REWALK_PATH, &counts));
}

static uint64_t object_of(void *data, uint64_t address)
{
	(void)data;
	return address / 64;
}

static void walks_over_objects_and_strides_are_regular(void **state)
{
	const struct rewalk_memory memory = {.object = object_of};
	const uint64_t list[] = {64, 128, 192, 256};
	const uint64_t pairs[] = {72, 64, 136, 128, 200, 192};
	const uint64_t array[] = {640, 644, 648, 652};
	const uint64_t fields[] = {640, 680, 648, 672, 656};

	(void)state;
	assert_true(rewalk_is_regular(usual, &memory, list, 4));
	assert_true(rewalk_is_regular(usual, &memory, pairs, 6));
	assert_true(rewalk_is_regular(usual, &memory, array, 4));
	assert_false(rewalk_is_regular(usual, &memory, fields, 5));
}

/* Four strings of an array, whichever loads read them; not the fields of one object, two
 * neighbours, or what stands in several objects. */
static void long_equal_strides_are_strided(void **state)
{
	const struct rewalk_memory memory = {.object = object_of};
	const uint64_t array[] = {640, 656, 672, 688};
	const uint64_t fields[] = {640, 648, 656, 664};
	const uint64_t uneven[] = {640, 656, 664, 688};
	const uint64_t list[] = {64, 128, 192, 256};

	(void)state;
	assert_true(rewalk_is_strided(usual, &memory, array, 4));
	assert_false(rewalk_is_strided(usual, &memory, array, 3));
	assert_false(rewalk_is_strided(usual, &memory, fields, 4));
	assert_false(rewalk_is_strided(usual, &memory, uneven, 4));
	assert_false(rewalk_is_strided(usual, &memory, list, 4));
}

/* --- limits ------------------------------------------------------------- */

static void each_demand_can_be_changed_or_switched_off(void **state)
{
	struct rewalk_limits limits = rewalk_limits_default;
	struct rewalk_counts counts = smallest();
	struct error err = {0};

	(void)state;
	counts.changed = 9;
	counts.branched = 1;
	assert_false(rewalk_holds(&limits, REWALK_PC, &counts));
	assert_int_equal(rewalk_limits_set(&limits, "changed=off", &err), 0);
	assert_false(rewalk_holds(&limits, REWALK_PC, &counts));
	assert_int_equal(rewalk_limits_set(&limits, "branched=0.5", &err), 0);
	assert_true(rewalk_holds(&limits, REWALK_PC, &counts));
	assert_int_equal(rewalk_limits_set(&limits, "walks=4", &err), 0);
	assert_false(rewalk_holds(&limits, REWALK_PC, &counts));
}

static void a_limit_is_a_known_name_and_a_number(void **state)
{
	static const char *const wrong[] = {"", "walk=3", "walkss=3", "walks",
		"walks=", "walks=3x", "walks=nan"};
	struct rewalk_limits limits = rewalk_limits_default;

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct error err = {0};
		assert_int_equal(
			rewalk_limits_set(&limits, wrong[i], &err), -1);
		assert_true(err.text[0] != '\0');
	}
	assert_memory_equal(&limits, usual, sizeof limits);
}

/* --- growth ------------------------------------------------------------- */

static void a_power_law_gives_its_exponent(void **state)
{
	struct growth growth = {0};
	struct growth_fit fit;

	(void)state;
	for (int n = 4; n < 400; n += 2)
		growth_add(&growth, n, 3.0 * n * n);
	assert_true(growth_fit(&growth, &fit));
	assert_true(fabs(fit.degree - 2) < 1e-6);
	assert_true(fit.low <= fit.degree && fit.degree <= fit.high);
	assert_int_equal(fit.points, 198);
	assert_int_equal(growth.count, GROWTH_POINTS);
	growth_release(&growth);
}

static void one_size_gives_no_exponent(void **state)
{
	struct growth growth = {0};
	struct growth_fit fit;

	(void)state;
	for (int i = 0; i < 10; i++)
		growth_add(&growth, 100 + i, i + 1);
	assert_false(growth_has_sizes(&growth, GROWTH_SPAN));
	assert_false(growth_fit(&growth, &fit));
	growth_release(&growth);
}

static uint64_t no_birth(void *data, uint64_t address)
{
	(void)data, (void)address;
	return 0;
}

/* Eight bytes for each byte would be too many. */
static void a_large_text_takes_little_more_memory_than_it_has(void **state)
{
	const uint64_t bytes = 8 << 20;
	struct rewalk_options options = {.limits = usual,
		.memory = {.born = no_birth, .object = no_birth}};
	struct subject subject = {.start = 1, .serial = 1};
	struct rewalk *rewalk = rewalk_new(&options);
	struct rewalk_read read = {.size_bytes = 1, .now = 2};

	(void)state;
	for (read.cell = 1; read.cell <= bytes; read.cell++, read.now++)
		rewalk_note(rewalk, &subject, 1, &read);
	assert_true(
		rewalk->record_bytes + rewalk->arena.size_bytes < 4 * bytes);
	/* All are known. */
	subject.footprint = 0;
	for (read.cell = 1; read.cell <= bytes; read.cell++, read.now++)
		rewalk_note(rewalk, &subject, 1, &read);
	assert_int_equal(subject.footprint, 0);
	rewalk_free(rewalk);
}

/* --- ranges ------------------------------------------------------------- */

struct told {
	int count;
	uint32_t level;
	struct rewalk_range_counts counts;
};

static void tell(void *data, void *user, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen,
	const struct rewalk_range_counts *counts)
{
	struct told *told = data;

	(void)user, (void)subject, (void)seen;
	told->count++;
	told->level = level;
	told->counts = *counts;
}

/* Two subjects, the inner one anew for each call if RENEWED, which scans COUNT
 * ranges from SHORTEST bytes on, each STEP longer, that end at one place
 * (suffixes) or begin at one (prefixes, written at the end). */
static enum rewalk_range_verdict scan(struct told *told, bool renewed,
	bool suffix, int count, uint64_t shortest, uint64_t step)
{
	const struct rewalk_options options = {
		.limits = usual, .ranges_ended = tell, .data = told};
	struct rewalk *rewalk = rewalk_new(&options);
	struct rewalk_ranges *ranges = rewalk_ranges_new(rewalk, NULL);
	struct subject subject[2] = {
		{.start = 1, .serial = 1}, {.start = 2, .serial = 2}};
	uint64_t clock = 10;

	memset(told, 0, sizeof *told);
	for (int i = 0; i < count; i++) {
		uint64_t length = shortest + (uint64_t)i * step;
		struct rewalk_range range = {
			.cell = suffix ? 1000 - length : 1000,
			.length_bytes = length,
			.now = clock,
			.written = suffix ? 0 : clock - 1,
			.half_written = suffix ? 0 : 5,
		};
		if (renewed) {
			rewalk_end(rewalk, subject, 1);
			subject[1].start = clock - 1;
			subject[1].serial = clock;
		}
		rewalk_ranges_add(rewalk, ranges, subject, 2, &range);
		clock += 10;
	}
	rewalk_end(rewalk, subject, 1);
	rewalk_end(rewalk, subject, 0);
	rewalk_free(rewalk);
	return told->count != 0 ? rewalk_ranges_judge(usual, &told->counts)
				: RANGES_NOTHING;
}

static void suffixes_and_prefixes_are_rewalks(void **state)
{
	struct told told;

	(void)state;
	assert_int_equal(scan(&told, false, true, 5, 16, 8), RANGES_REWALK);
	assert_int_equal(told.level, 1);
	assert_int_equal(told.counts.repeats, 4);
	assert_int_equal(told.counts.kept[0].again, 0);
	assert_int_equal(told.counts.kept[1].length, 24);
	assert_int_equal(told.counts.kept[1].again, 16);
	assert_int_equal(scan(&told, false, false, 5, 16, 8), RANGES_REWALK);
}

static void a_range_belongs_to_the_deepest_activation_that_read_it(void **state)
{
	struct told told;

	(void)state;
	assert_int_equal(scan(&told, true, true, 5, 16, 8), RANGES_REWALK);
	assert_int_equal(told.count, 1);
	assert_int_equal(told.level, 0);
}

static void short_ranges_of_one_length_are_a_hot_key(void **state)
{
	struct told told;

	(void)state;
	assert_int_equal(scan(&told, false, true, 6, 7, 0), RANGES_HOT_KEY);
	assert_int_equal(scan(&told, false, true, 6, 2, 0), RANGES_NOTHING);
	assert_int_equal(scan(&told, false, true, 6, 32, 0), RANGES_REWALK);
	assert_int_equal(scan(&told, false, true, 2, 64, 0), RANGES_NOTHING);
}

static void ranges_that_are_rewritten_are_nothing(void **state)
{
	struct told told;
	const struct rewalk_options options = {
		.limits = usual, .ranges_ended = tell, .data = &told};
	struct rewalk *rewalk = rewalk_new(&options);
	struct rewalk_ranges *ranges = rewalk_ranges_new(rewalk, NULL);
	struct subject subject = {.start = 1, .serial = 1};

	(void)state;
	memset(&told, 0, sizeof told);
	for (uint64_t i = 0; i < 8; i++) {
		struct rewalk_range range = {.cell = 1000,
			.length_bytes = 40 + i,
			.now = 10 + 10 * i,
			.written = 9 + 10 * i,
			.half_written = 8 + 10 * i};
		rewalk_ranges_add(rewalk, ranges, &subject, 1, &range);
	}
	rewalk_end(rewalk, &subject, 0);
	rewalk_free(rewalk);
	assert_int_equal(told.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_smallest_growing_prefix_is_a_rewalk),
		cmocka_unit_test(
			the_first_walks_are_kept_with_what_they_repeat),
		cmocka_unit_test(two_walks_are_none),
		cmocka_unit_test(a_walk_of_three_cells_must_repeat_something),
		cmocka_unit_test(three_reads_must_repeat),
		cmocka_unit_test(tails_count_as_far_as_there_are_new_cells),
		cmocka_unit_test(some_step_must_be_followed),
		cmocka_unit_test(steps_are_steady_unless_some_go_elsewhere),
		cmocka_unit_test(one_step_in_ten_may_branch),
		cmocka_unit_test(insertions_may_not_outnumber_followed_steps),
		cmocka_unit_test(a_quarter_may_have_changed),
		cmocka_unit_test(the_walks_must_cover_most_cells),
		cmocka_unit_test(many_cells_may_be_covered_per_first_cell),
		cmocka_unit_test(a_structure_is_walked_as_often_as_any),
		cmocka_unit_test(what_few_walks_cover_is_not_all),
		cmocka_unit_test(
			one_reread_in_four_must_be_in_a_walk_that_is_long),
		cmocka_unit_test(a_walk_needs_an_instruction_that_moves),
		cmocka_unit_test(a_walk_that_is_mostly_new_repeats_none),
		cmocka_unit_test(walks_over_objects_and_strides_are_regular),
		cmocka_unit_test(long_equal_strides_are_strided),
		cmocka_unit_test(each_demand_can_be_changed_or_switched_off),
		cmocka_unit_test(a_limit_is_a_known_name_and_a_number),
		cmocka_unit_test(a_power_law_gives_its_exponent),
		cmocka_unit_test(one_size_gives_no_exponent),
		cmocka_unit_test(suffixes_and_prefixes_are_rewalks),
		cmocka_unit_test(
			a_range_belongs_to_the_deepest_activation_that_read_it),
		cmocka_unit_test(short_ranges_of_one_length_are_a_hot_key),
		cmocka_unit_test(ranges_that_are_rewritten_are_nothing),
		cmocka_unit_test(
			a_large_text_takes_little_more_memory_than_it_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
