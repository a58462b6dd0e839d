/* SPDX-License-Identifier: MIT
 * What a context has shown: when its activations have different sizes, and until when
 * its part is waited for. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/rewalk/shown.h"

static const struct rewalk_limits *const usual = &rewalk_limits_default;

static bool has_sizes(const struct rewalk_shown *shown)
{
	return rewalk_shown_has_sizes(shown, usual);
}

/* So many activations of FOOTPRINT and WALKS that the part has seen. */
static void add_seen(struct rewalk_shown *shown, unsigned count,
	uint64_t footprint, uint64_t walks)
{
	while (count-- > 0)
		rewalk_shown_add_seen(shown, footprint, walks, 3);
}

/* What was followed with all that it calls decides alone. */
static void whole_calls_decide_alone(void **state)
{
	struct rewalk_shown shown = {0};

	(void)state;
	add_seen(&shown, 20, 10, 4);
	add_seen(&shown, 20, 1000, 400);
	assert_true(has_sizes(&shown));
	growth_add(&shown.sighting.growth, 100, 400);
	growth_add(&shown.sighting.growth, 101, 404);
	assert_false(has_sizes(&shown));
	growth_add(&shown.sighting.growth, 300, 1200);
	assert_true(has_sizes(&shown));
	growth_release(&shown.sighting.growth);
}

/* If nothing was, larger ones must be seen to have more walks. */
static void else_larger_ones_have_more_walks(void **state)
{
	struct rewalk_shown none = {0}, even = {0}, idle = {0}, both = {0};

	(void)state;
	assert_false(has_sizes(&none));
	/* Walks differ, what is read does not: a table that all calls share. */
	add_seen(&even, 20, 10, 4);
	add_seen(&even, 20, 11, 400);
	assert_false(has_sizes(&even));
	add_seen(&idle, 20, 10, 4);
	add_seen(&idle, 20, 1000, 4);
	assert_false(has_sizes(&idle));
	add_seen(&both, 1, 10, 4);
	add_seen(&both, 1, 1000, 400);
	assert_false(has_sizes(&both)); /* two are too few */
	add_seen(&both, 20, 10, 4);
	assert_true(has_sizes(&both));
}

static void the_shortest_of_the_longest_is_kept(void **state)
{
	struct rewalk_shown shown = {0};

	(void)state;
	rewalk_shown_add_seen(&shown, 10, 4, 7);
	rewalk_shown_add_seen(&shown, 10, 4, 5);
	rewalk_shown_add_seen(&shown, 10, 4, 9);
	assert_int_equal(shown.sighting.longest.min, 5);
}

/* Few re-reads, or many that may turn out to be bounded, leave it open. */
static void what_is_not_clear_is_waited_for(void **state)
{
	struct chain chain = {.followed = 1000};
	struct chain_part part = {.chain = &chain};
	struct rewalk_shown shown = {.part = &part};
	struct severity_facts *facts = &shown.sighting.facts;

	(void)state;
	facts->rereads = (uint64_t)usual->high_rereads - 1;
	rewalk_shown_note_open(&shown, usual);
	rewalk_shown_note_open(&shown, usual);
	assert_int_equal(part.open, 1);
	assert_true(chain_part_hopes(&part));
	/* Enough of them, and one length: it cannot be high. */
	facts->rereads++;
	facts->lengths = 1;
	rewalk_shown_note_open(&shown, usual);
	assert_int_equal(part.open, 0);
	/* High, if it is not bounded. */
	facts->lengths = (uint32_t)usual->high_lengths;
	rewalk_shown_note_open(&shown, usual);
	assert_int_equal(part.open, 1);
	add_seen(&shown, 20, 10, 4);
	add_seen(&shown, 20, 1000, 400);
	rewalk_shown_note_open(&shown, usual);
	assert_int_equal(part.open, 0);
	/* The chain has read on for long enough. */
	facts->rereads = 0;
	rewalk_shown_note_open(&shown, usual);
	chain.followed += CHAIN_READS_OF_HOPE;
	assert_int_equal(part.open, 1);
	assert_false(chain_part_hopes(&part));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_calls_decide_alone),
		cmocka_unit_test(else_larger_ones_have_more_walks),
		cmocka_unit_test(the_shortest_of_the_longest_is_kept),
		cmocka_unit_test(what_is_not_clear_is_waited_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
