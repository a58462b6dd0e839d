/* SPDX-License-Identifier: MIT
 * Each clause of the severity of a re-walk decides where the notes say. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "analyzer/findings/judge.h"
#include "analyzer/rewalk/contexts.h"

static const struct rewalk_limits *const usual = &rewalk_limits_default;

/* A field of each of many objects, the top of a stack: something else is done
 * between any two reads, and no loop makes them. */
static void operations_are_of_low_severity(void **state)
{
	struct severity_facts facts = {
		.reads = 100,
		.rereads = 90,
		.lengths = 3,
		.steps = 60,
		.steps_with_work = 58,
		.steps_apart = 58,
	};

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.steps_apart = 50;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

/* Each instruction is followed by what it says, which no loop over a list does, and neither
 * does a search, whose key decides. */
static void programs_are_of_low_severity(void **state)
{
	struct severity_facts facts = {
		.reads = 100,
		.rereads = 90,
		.lengths = 3,
		.lengths_each = 2,
		.is_square = true,
		.codes = 3,
		.steps = 60,
		.steps_again = 40,
		.steps_alike = 36,
	};

	(void)state;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_PROGRAM);
	facts.steps_alike = 35;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.steps_alike = 40;
	facts.codes = 2;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.recurs = true;
	facts.steps_given = 30;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.steps_given = 20;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.dispatches = true;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.steps_called = 1;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.lengths_each = 3;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	/* Nine rounds of a loop, and what comes before and after it. */
	facts.walks = 12;
	facts.walks_alike = 6;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.walks_alike = 5;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

/* Two rounds of an unrolled product: both loads of one matrix come before those of the
 * other, so half of the steps are from copy to copy. A search does nothing else. */
static void copies_of_a_load_in_a_kernel_are_one_step(void **state)
{
	struct severity_facts facts = {
		.reads = 100,
		.rereads = 90,
		.lengths = 3,
		.steps = 60,
		.steps_beside = 28,
		.steps_copied = 30,
		.is_floating = true,
	};

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.steps_copied = 0;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.steps_beside = 0;
	facts.steps_copied = facts.steps;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

/* The format of strftime, called repeatedly. */
static void short_text_that_a_library_reads_is_a_hot_key(void **state)
{
	struct severity_facts facts = {.reads = 100,
		.rereads = 90,
		.lengths = 2,
		.is_short_text = true};

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.lengths = 3;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

/* Few cells of a small balanced tree are off the way of keys that only rise. */
static void what_the_standard_promises_to_be_cheap_is_of_low_severity(
	void **state)
{
	struct severity_facts facts = {
		.reads = 100, .rereads = 90, .lengths = 3, .is_promised = true};

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
}

/* A name in each prototype is no finding; all messages so far after each message are,
 * though a library reads them twice, to measure and to copy them. */
static void what_a_library_prints_matters_if_it_grows(void **state)
{
	struct severity_facts facts = {.reads = 100,
		.rereads = 90,
		.lengths = 3,
		.walks = 21,
		.is_output = true};

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_INFO);
	assert_false(severity_clause(REPORT_REWALK, usual, &facts) ==
		     REPORT_CLAUSE_BOUNDED);
	facts.walks_grown = 4;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_INFO);
	facts.walks_grown = 5;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

/* One load leads from the data to the table, the other one looks it up there. */
static void reads_of_which_half_are_constant_are_of_low_severity(void **state)
{
	struct severity_facts facts = {
		.reads = 100, .constant = 50, .rereads = 90, .lengths = 3};

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.constant = 49;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

static struct severity_facts many(void)
{
	return (struct severity_facts){
		.reads = 100, .rereads = 80, .lengths = 5};
}

static void many_rereads_of_growing_walks_are_high(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.rereads = 23;
	assert_int_equal(severity_of_rewalk(REPORT_REWALK, usual, &facts),
		REPORT_MEDIUM);
	facts = many();
	facts.lengths = 1;
	assert_int_equal(severity_of_rewalk(REPORT_REWALK, usual, &facts),
		REPORT_MEDIUM);
	facts.has_sizes = facts.has_grown = true;
	facts.fit = (struct growth_fit){1.9, 1.9, 1.9, 9};
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

static void what_cannot_grow_is_low(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.constant = 51;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts = many();
	facts.has_sizes = true;
	/* As many walks, as long: the larger call did something else. */
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.has_more_walks = true;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.has_grown = true;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.fit = (struct growth_fit){1.1, 1.1, 1.1, 9};
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts = many();
	facts.has_hot_key = true;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
}

/* Of one kind of instruction, as the whole shows. */
static void parts_of_programs_are_of_low_severity(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.walks = 10;
	facts.walks_alike = 9;
	facts.is_program = true;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_PROGRAM);
}

static void ways_down_are_of_low_severity(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.elements = 15;
	facts.deepest = 6;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_DEPTH);
	facts.elements = 14;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.elements = facts.deepest = 4;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.elements = 0;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

static void what_few_calls_repeat_is_of_low_severity(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.share = 0.2;
	facts.calls = 6;
	facts.rereads = 6 * 24 - 1;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_RARE);
	facts.rereads = 6 * 24;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.rereads = 6 * 24 - 1;
	facts.share = 0.25;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

static void few_walks_from_end_to_end_are_of_low_severity(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.rounds = 3;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_ROUNDS);
	facts.rounds = 3.5;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.rounds = 0;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

static void fields_of_a_short_line_are_no_names(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.text_bytes = 20;
	facts.walks = 7;
	facts.walks_longer = 6;
	facts.lengths_each = 3;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_TEXT);
	facts.lengths_each = 4;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.walks_longer = 4;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
}

static void new_data_at_each_step_is_low(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.steps = 60;
	facts.steps_fresh = 54;
	assert_int_equal(severity_clause(REPORT_REWALK, usual, &facts),
		REPORT_CLAUSE_PARALLEL);
	facts.steps_fresh = 53;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.steps_fresh = 60;
	facts.is_cut = true; /* the first walk was of new data */
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
}

static void parallel_work_is_low_if_the_walks_have_one_length(void **state)
{
	struct severity_facts facts = many();

	(void)state;
	facts.steps = 60;
	facts.steps_with_work = 30;
	facts.has_one_length = true;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
	facts.steps_with_work = 29;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.steps_with_work = 60;
	facts.has_one_length = false;
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_HIGH);
	facts.recurs = true; /* each call does something else */
	assert_int_equal(
		severity_of_rewalk(REPORT_REWALK, usual, &facts), REPORT_LOW);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_are_of_low_severity),
		cmocka_unit_test(programs_are_of_low_severity),
		cmocka_unit_test(parts_of_programs_are_of_low_severity),
		cmocka_unit_test(few_walks_from_end_to_end_are_of_low_severity),
		cmocka_unit_test(ways_down_are_of_low_severity),
		cmocka_unit_test(what_few_calls_repeat_is_of_low_severity),
		cmocka_unit_test(fields_of_a_short_line_are_no_names),
		cmocka_unit_test(copies_of_a_load_in_a_kernel_are_one_step),
		cmocka_unit_test(short_text_that_a_library_reads_is_a_hot_key),
		cmocka_unit_test(
			what_the_standard_promises_to_be_cheap_is_of_low_severity),
		cmocka_unit_test(what_a_library_prints_matters_if_it_grows),
		cmocka_unit_test(
			reads_of_which_half_are_constant_are_of_low_severity),
		cmocka_unit_test(many_rereads_of_growing_walks_are_high),
		cmocka_unit_test(what_cannot_grow_is_low),
		cmocka_unit_test(new_data_at_each_step_is_low),
		cmocka_unit_test(
			parallel_work_is_low_if_the_walks_have_one_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
