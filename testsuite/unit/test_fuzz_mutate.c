/* SPDX-License-Identifier: MIT
 * Mutators stay inside their buffers; those that help are used more. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/generate/spans.h"
#include "fuzz-perf/mutate/dictionary.h"
#include "fuzz-perf/mutate/fields.h"
#include "fuzz-perf/mutate/influence.h"
#include "fuzz-perf/mutate/mutate.h"
#include "fuzz-perf/mutate/mutate_heads.h"
#include "fuzz-perf/mutate/mutate_words.h"
#include "fuzz-perf/mutate/operands.h"
#include "lib/error.h"
#include "lib/format/perf_map.h"

#define ROUNDS 3000
#define LIMIT  40
#define ALL_KNOWN                                                              \
	(MUTATE_SPANS | MUTATE_INFLUENCE | MUTATE_WALKS | MUTATE_STREAMS |     \
		MUTATE_RECORDS | MUTATE_CASES | MUTATE_BYTES)

struct guarded_bytes {
	uint8_t before[16];
	uint8_t bytes[LIMIT];
	uint8_t after[16];
};

static bool is_untouched(const struct guarded_bytes *guarded)
{
	for (int i = 0; i < 16; i++)
		if (guarded->before[i] != 0xa5 || guarded->after[i] != 0xa5)
			return false;
	return true;
}

/* The text that inputs here consist of, and a longer one. */
static struct perf_operand digit = {
	PERF_BYTES_EQUAL, 1, 4, {'0'}, {'n', 'i', 'n', 'e'}};

/* The first byte and one that may be too far behind influence a branch each. */
static struct influence_mark marks[] = {{1, 0}, {2, LIMIT - 1}};
static size_t branches[] = {0, 1, 2};
static const struct influence influence = {marks, 2, 2, branches, 2};

static const struct fields fields = {.record = {0, 8, 24, 32}, .records = 3};

/* A text of zeros and ones. */
static const uint8_t compressed[] = {
	120, 218, 51, 48, 48, 52, 52, 0, 65, 50, 105, 0, 138, 71, 12, 33};

/* Random spans of two labels within LENGTH bytes. */
#define SPANS 12
static uint32_t make_spans(struct random *random, size_t length,
	struct parameters_span span[SPANS])
{
	for (unsigned i = 0; length && i < SPANS; i++) {
		uint32_t start = random_below(random, (uint32_t)length);
		span[i] = (struct parameters_span){.start = start,
			.end = start + 1 +
			       random_below(random, (uint32_t)length - start),
			.label = random_below(random, 2)};
	}
	return length ? SPANS : 0;
}

static void every_mutator_stays_inside_its_limit(void **state)
{
	struct parameters_span span[2][SPANS];
	struct dictionary words = {0};
	struct compared_operands operands = {&digit, 1};
	struct random random;
	uint8_t other[LIMIT];

	(void)state;
	random_init(&random, 7);
	dictionary_add(&words, (const uint8_t *)"word", 4);
	dictionary_add_cases(&words, (const uint8_t *)"0OX", 3);
	dictionary_add(&words, other, sizeof other);
	memset(other, 'o', sizeof other);
	for (unsigned row = 0; row < mutate_row_count; row++)
		for (int round = 0; round < ROUNDS; round++) {
			struct guarded_bytes guarded;
			memset(&guarded, 0xa5, sizeof guarded);
			size_t limit = 1 + random_below(&random, LIMIT);
			struct mutation mutation = {
				.random = &random,
				.bytes = guarded.bytes + LIMIT - limit,
				.length = random_below(
					&random, (uint32_t)limit + 1),
				.limit = limit,
				.other = other,
				.other_length = random_below(&random, LIMIT),
				.dictionary = &words,
				.operands = &operands,
				.influence = &influence,
				.fields = &fields,
			};
			struct span_edit edit = {.span = span[0],
				.count = make_spans(
					&random, mutation.length, span[0]),
				.other = other,
				.other_length = mutation.other_length,
				.other_span = span[1],
				.other_count = make_spans(&random,
					mutation.other_length, span[1])};
			mutation.spans = &edit;
			memset(mutation.bytes, '0', mutation.length);
			mutate_rows[row].apply(&mutation);
			if (mutation.length > limit || !is_untouched(&guarded))
				fail_msg("%s left its room",
					mutate_rows[row].name);
			for (size_t i = 0; i < LIMIT - limit; i++)
				assert_int_equal(guarded.bytes[i], 0xa5);
		}
	dictionary_release(&words);
}

/* Whether APPLY makes WANTED of TEXT, if it is tried many times. */
static bool makes_text(bool (*apply)(struct mutation *), const char *text,
	const char *other, const struct dictionary *words, const char *wanted)
{
	struct random random;
	bool is_found = false;

	random_init(&random, 3);
	for (int round = 0; round < 200; round++) {
		uint8_t bytes[LIMIT];
		struct mutation mutation = {.random = &random,
			.bytes = bytes,
			.length = strlen(text),
			.limit = LIMIT,
			.other = (const uint8_t *)other,
			.other_length = strlen(other),
			.dictionary = words};
		memcpy(bytes, text, mutation.length);
		if (!apply(&mutation))
			continue;
		assert_int_equal(mutation.length, strlen(text));
		is_found |= !memcmp(bytes, wanted, mutation.length);
	}
	return is_found;
}

static void a_case_becomes_another_of_its_switch(void **state)
{
	struct dictionary words = {0};

	(void)state;
	dictionary_add_cases(&words, (const uint8_t *)"abc", 3);
	dictionary_add_cases(&words, (const uint8_t *)"xyz", 3);
	assert_true(makes_text(mutate_swap_case, "-a-", "", &words, "-c-"));
	assert_false(makes_text(mutate_swap_case, "-a-", "", &words, "-x-"));
	assert_false(makes_text(mutate_swap_case, "-d-", "", &words, "-d-"));
	dictionary_release(&words);
}

static void one_difference_is_taken_from_another_input(void **state)
{
	(void)state;
	assert_true(makes_text(mutate_take_difference, "SIZE=11;KIND=9",
		"SIZE=99;KIND=2", NULL, "SIZE=99;KIND=9"));
	assert_false(makes_text(mutate_take_difference, "SIZE=11;KIND=9",
		"SIZE=99;KIND=2", NULL, "SIZE=99;KIND=2"));
	assert_true(makes_text(mutate_take_difference, "a=1;end=1",
		"more;a=1;end=7", NULL, "a=1;end=7"));
	assert_false(makes_text(
		mutate_take_difference, "alike", "alike", NULL, "alike"));
}

static void every_mutator_changes_something_now_and_then(void **state)
{
	struct dictionary words = {0};
	struct compared_operands operands = {&digit, 1};
	struct random random;
	uint8_t other[32];
	struct parameters_span span[2][SPANS];

	(void)state;
	random_init(&random, 9);
	dictionary_add(&words, (const uint8_t *)"word", 4);
	dictionary_add_cases(&words, (const uint8_t *)"0OX", 3);
	memset(other, 'o', sizeof other);
	for (unsigned row = 0; row < mutate_row_count; row++) {
		unsigned changed = 0;
		for (int round = 0; round < 200; round++) {
			uint8_t bytes[64], old[64];
			struct span_edit edit = {.span = span[0],
				.count = make_spans(&random, 32, span[0]),
				.other = other,
				.other_length = sizeof other,
				.other_span = span[1],
				.other_count =
					make_spans(&random, 32, span[1])};
			struct mutation mutation = {&random, bytes, 32, 64,
				other, sizeof other, &words, &operands, &edit};
			mutation.influence = &influence;
			mutation.fields = &fields;
			for (int i = 0; i < 64; i++)
				bytes[i] = (uint8_t)('0' + i % 10);
			memcpy(bytes + 8, compressed, sizeof compressed);
			memcpy(old, bytes, sizeof old);
			mutate_rows[row].apply(&mutation);
			changed += mutation.length != 32 ||
				   memcmp(old, bytes, 32) != 0;
		}
		if (!changed)
			fail_msg("%s never does anything",
				mutate_rows[row].name);
	}
	dictionary_release(&words);
}

static unsigned share(const struct mutate_choice *choice, unsigned row)
{
	unsigned count = 0;

	for (unsigned i = 0; i < MUTATE_TABLE; i++)
		count += choice->table[i] == row;
	return count;
}

static void a_mutator_that_wins_is_used_more(void **state)
{
	struct mutate_choice choice;

	(void)state;
	mutate_choice_init(&choice, true, true, ALL_KNOWN);
	unsigned before = share(&choice, 5);
	for (unsigned i = 0; i < 20000; i++) {
		struct mutate_trail trail = {{(uint8_t)(i % 10)}, 1};
		mutate_reward(&choice, &trail, i % 10 == 5, 1);
	}
	assert_true(share(&choice, 5) > 5 * before);
	for (unsigned row = 0; row < mutate_row_count; row++)
		assert_true(share(&choice, row) > 0);
	mutate_choice_release(&choice);
}

static void without_structure_no_structural_mutator_is_used(void **state)
{
	struct mutate_choice choice;

	(void)state;
	mutate_choice_init(&choice, false, false, ALL_KNOWN);
	for (unsigned row = 0; row < mutate_row_count; row++)
		assert_int_equal(share(&choice, row) > 0,
			!mutate_rows[row].is_structural);
	mutate_choice_release(&choice);
}

static void without_spans_none_of_their_mutators_is_used(void **state)
{
	struct mutate_choice choice;

	(void)state;
	mutate_choice_init(&choice, false, true, 0);
	for (unsigned row = 0; row < mutate_row_count; row++)
		assert_int_equal(
			share(&choice, row) > 0, !mutate_rows[row].needs);
	mutate_choice_release(&choice);
}

static void the_same_seed_gives_the_same_children(void **state)
{
	uint8_t first[64], second[64];
	size_t length[2];

	(void)state;
	for (int turn = 0; turn < 2; turn++) {
		struct mutate_choice choice;
		struct random random;
		struct mutate_trail trail;
		struct mutation mutation = {.random = &random,
			.bytes = turn ? second : first,
			.length = 10,
			.limit = 64};
		random_init(&random, 42);
		mutate_choice_init(&choice, true, true, 0);
		memset(mutation.bytes, 'x', 64);
		for (int i = 0; i < 100; i++)
			mutate_apply(&choice, &mutation, &trail);
		length[turn] = mutation.length;
		mutate_choice_release(&choice);
	}
	assert_int_equal(length[0], length[1]);
	assert_memory_equal(first, second, length[0]);
}

/* How many of 1000 children have more than one mutator. */
static unsigned steps_of(bool steps_once)
{
	struct mutate_choice choice;
	struct random random;
	unsigned more = 0;

	random_init(&random, 11);
	mutate_choice_init(&choice, true, true, 0);
	mutate_choice_walk(&choice, steps_once);
	for (int i = 0; i < 1000; i++) {
		uint8_t bytes[64] = "one two";
		struct mutate_trail trail;
		struct mutation mutation = {.random = &random,
			.bytes = bytes,
			.length = 7,
			.limit = sizeof bytes};
		mutate_apply(&choice, &mutation, &trail);
		more += trail.count > 1;
	}
	mutate_choice_release(&choice);
	return more;
}

static void a_walk_goes_by_single_steps(void **state)
{
	(void)state;
	assert_true(steps_of(false) > 300);
	assert_int_equal(steps_of(true), 0);
}

static void mutators_for_walks_come_with_the_first(void **state)
{
	struct mutate_choice choice;

	(void)state;
	mutate_choice_init(&choice, true, true, 0);
	for (int turn = 0; turn < 2; turn++) {
		for (unsigned row = 0; row < mutate_row_count; row++)
			if (mutate_rows[row].needs == MUTATE_WALKS)
				assert_int_equal(share(&choice, row) > 0, turn);
		mutate_choice_walk(&choice, true);
		mutate_choice_walk(&choice, false);
	}
	mutate_choice_release(&choice);
}

/* Whether MUTATOR makes WANTED of "one two" sooner or later. */
static bool makes(
	bool (*mutator)(struct mutation *mutation), const char *wanted)
{
	struct random random;

	random_init(&random, 3);
	for (int i = 0; i < 5000; i++) {
		uint8_t bytes[16] = "one two";
		struct mutation mutation = {.random = &random,
			.bytes = bytes,
			.length = 7,
			.limit = sizeof bytes};
		mutator(&mutation);
		if (mutation.length == strlen(wanted) &&
			!memcmp(bytes, wanted, mutation.length))
			return true;
	}
	return false;
}

/* Whether MUTATOR makes LENGTH bytes of "one two" sooner or later. */
static bool makes_length(
	bool (*mutator)(struct mutation *mutation), size_t length)
{
	struct random random;
	bool does = false;

	random_init(&random, 4);
	for (int i = 0; i < 5000; i++) {
		uint8_t bytes[16] = "one two";
		struct mutation mutation = {.random = &random,
			.bytes = bytes,
			.length = 7,
			.limit = sizeof bytes};
		if (mutator(&mutation))
			does |= mutation.length == length;
	}
	return does;
}

static void a_beginning_is_taken_from_another_input(void **state)
{
	const uint8_t other[] = "wide:123456";
	unsigned found = 0;
	struct random random;

	(void)state;
	random_init(&random, 9);
	for (unsigned row = 0; row < mutate_row_count; row++)
		for (int round = 0; round < ROUNDS; round++) {
			uint8_t bytes[LIMIT] = "slim:abcdef";
			struct mutation mutation = {
				.random = &random,
				.bytes = bytes,
				.length = 11,
				.limit = LIMIT,
				.other = other,
				.other_length = 11,
			};
			if (!strcmp(mutate_rows[row].name, "take-head") &&
				mutate_rows[row].apply(&mutation) &&
				mutation.length == 11)
				found += !memcmp(bytes, "wide:abcdef", 11);
		}
	assert_true(found > ROUNDS / 20);
}

static void words_are_taken_whole(void **state)
{
	(void)state;
	assert_true(makes(mutate_swap_words, "two one"));
	assert_true(makes(mutate_copy_word, "one one"));
	assert_true(makes(mutate_copy_word, "two two"));
	assert_true(makes(mutate_repeat_word, "two one two"));
	assert_true(makes(mutate_repeat_word, "one one two"));
	assert_true(makes(mutate_delete_word, "two"));
	/* 31 * 'n' + 'e' is 31 * 'o' + 'F'. */
	assert_true(makes(mutate_vary_word, "one ooF"));
	assert_true(makes_length(mutate_shorten_word, 6));
	assert_false(makes_length(mutate_shorten_word, 7));
	assert_false(makes_length(mutate_shorten_word, 8));
	assert_false(makes(mutate_swap_words, "owt one"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mutator_stays_inside_its_limit),
		cmocka_unit_test(every_mutator_changes_something_now_and_then),
		cmocka_unit_test(a_case_becomes_another_of_its_switch),
		cmocka_unit_test(one_difference_is_taken_from_another_input),
		cmocka_unit_test(a_mutator_that_wins_is_used_more),
		cmocka_unit_test(
			without_structure_no_structural_mutator_is_used),
		cmocka_unit_test(a_beginning_is_taken_from_another_input),
		cmocka_unit_test(words_are_taken_whole),
		cmocka_unit_test(a_walk_goes_by_single_steps),
		cmocka_unit_test(mutators_for_walks_come_with_the_first),
		cmocka_unit_test(without_spans_none_of_their_mutators_is_used),
		cmocka_unit_test(the_same_seed_gives_the_same_children),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
