/* SPDX-License-Identifier: MIT
 * Rule `redundant` against the dissertation: its own examples, and its
 * procedure of section 3.3.5 taken literally on every short sequence. */
#include "config.h"

#include "analyzer/redundant/redundant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { LETTERS = 3, LENGTH_MAX = 8 };

static struct redundant_step step_of(char letter)
{
	return (struct redundant_step){.location = (location_t)letter};
}

/* The analyzer's verdict, read by read. SEQUENCE keeps its memory. */
static bool decide(struct redundant *sequence, const char *letters)
{
	struct redundant_step step = step_of(letters[0]);

	redundant_begin(sequence, &step);
	for (size_t i = 1; letters[i] != '\0'; i++) {
		step = step_of(letters[i]);
		redundant_read(sequence, &step, true);
	}
	return redundant_is_redundant(sequence);
}

static bool decide_once(const char *letters)
{
	struct redundant sequence = {0};
	bool redundant = decide(&sequence, letters);

	redundant_release(&sequence);
	return redundant;
}

static bool one_is_prefix(
	const char *left, size_t left_length, const char *right, size_t length)
{
	size_t shorter = left_length < length ? left_length : length;
	return memcmp(left, right, shorter) == 0;
}

/* The parts that begin at CUT[0..COUNT), COUNT of them, are all prefixes of
 * each other. CUT[COUNT] is the end. */
static bool parts_agree(const char *letters, const size_t *cut, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			if (!one_is_prefix(letters + cut[i],
				    cut[i + 1] - cut[i], letters + cut[j],
				    cut[j + 1] - cut[j]))
				return false;
	return true;
}

static bool has_two_locations(const char *letters)
{
	return strspn(letters, (char[]){letters[0], '\0'}) != strlen(letters);
}

/* Section 3.3.5: the parts begin where the first location is read. */
static bool oracle(const char *letters)
{
	size_t cut[LENGTH_MAX + 1], count = 0, length = strlen(letters);

	for (size_t i = 0; i < length; i++)
		if (letters[i] == letters[0])
			cut[count++] = i;
	cut[count] = length;
	return count >= 2 && has_two_locations(letters) &&
	       parts_agree(letters, cut, count);
}

/* Section 3.2.3: some partition into two or more such parts exists. Bit i of
 * CUTS: a part begins at i + 1. */
static bool some_partition_agrees(const char *letters)
{
	size_t length = strlen(letters);

	for (unsigned cuts = 1; cuts < 1u << (length - 1); cuts++) {
		size_t cut[LENGTH_MAX + 1] = {0}, count = 1;
		for (size_t i = 0; i + 1 < length; i++)
			if (cuts >> i & 1)
				cut[count++] = i + 1;
		cut[count] = length;
		if (parts_agree(letters, cut, count))
			return true;
	}
	return false;
}

/* Writes the sequence number NUMBER of LENGTH letters. */
static void write_sequence(char *letters, unsigned number, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		letters[i] = (char)('a' + number % LETTERS);
		number /= LETTERS;
	}
	letters[length] = '\0';
}

static unsigned sequences_of(size_t length)
{
	unsigned count = 1;

	while (length-- > 0)
		count *= LETTERS;
	return count;
}

/* Calls CHECK with every sequence. */
static void for_every_sequence(
	void (*check)(const char *letters, void *data), void *data)
{
	char letters[LENGTH_MAX + 1];

	for (size_t length = 1; length <= LENGTH_MAX; length++)
		for (unsigned n = 0; n < sequences_of(length); n++) {
			write_sequence(letters, n, length);
			check(letters, data);
		}
}

static void the_papers_redundant_examples_are_redundant(void **state)
{
	(void)state;
	assert_true(decide_once("abcaba"));
	assert_true(decide_once("aba"));
	assert_true(decide_once("aab"));
	assert_true(decide_once("abab"));
}

static void the_papers_other_example_is_not(void **state)
{
	(void)state;
	assert_false(decide_once("abcacab"));
}

static void one_walk_is_not_redundant(void **state)
{
	(void)state;
	assert_false(decide_once("a"));
	assert_false(decide_once("abc"));
	assert_false(decide_once("abcbc"));
}

static void one_location_read_again_is_not_redundant(void **state)
{
	(void)state;
	assert_false(decide_once("aa"));
	assert_false(decide_once("aaaa"));
}

static void a_second_walk_in_another_order_is_not_redundant(void **state)
{
	(void)state;
	assert_false(decide_once("abcacb"));
	assert_false(decide_once("abcdacdb"));
}

static void compare_with_oracle(const char *letters, void *data)
{
	bool redundant = decide(data, letters);

	if (redundant != oracle(letters))
		fail_msg("%s is decided %d", letters, redundant);
}

static void every_short_sequence_is_decided_as_by_the_paper(void **state)
{
	struct redundant sequence = {0};

	(void)state;
	for_every_sequence(compare_with_oracle, &sequence);
	redundant_release(&sequence);
}

static void compare_with_definition(const char *letters, void *data)
{
	if (decide(data, letters) && !some_partition_agrees(letters))
		fail_msg("%s has no such partition", letters);
}

static void what_is_redundant_meets_the_definition(void **state)
{
	struct redundant sequence = {0};

	(void)state;
	for_every_sequence(compare_with_definition, &sequence);
	redundant_release(&sequence);
}

static void compare_facts(const char *letters, void *data)
{
	struct redundant *sequence = data;

	decide(sequence, letters);
	if (redundant_has_two_locations(sequence) != has_two_locations(letters))
		fail_msg("%s: two locations", letters);
	if (sequence->broken)
		return;
	bool seen[LETTERS] = {false};
	uint32_t distinct = 0;
	for (const char *letter = letters; *letter != '\0'; letter++)
		if (!seen[*letter - 'a']) {
			seen[*letter - 'a'] = true;
			distinct++;
		}
	if (redundant_distinct(sequence) != distinct)
		fail_msg("%s: distinct locations", letters);
}

static void locations_are_counted_while_the_sequence_repeats(void **state)
{
	struct redundant sequence = {0};

	(void)state;
	for_every_sequence(compare_facts, &sequence);
	redundant_release(&sequence);
}

/* --- pauses ------------------------------------------------------------- */

/* Read I is left out if bit I of GAPS is set; the first never is. */
static void decide_with_gaps(
	struct redundant *sequence, const char *letters, unsigned gaps)
{
	struct redundant_step step = step_of(letters[0]);

	redundant_begin(sequence, &step);
	for (size_t i = 1; letters[i] != '\0'; i++) {
		step = step_of(letters[i]);
		if ((gaps >> i & 1) != 0)
			redundant_pause(sequence);
		else
			redundant_read(sequence, &step, true);
	}
}

/* A part of which all that was followed is known, from its beginning on. */
struct part {
	size_t begin, length;
	bool given_up;
};

static size_t parts_followed(
	const char *letters, unsigned gaps, struct part *part)
{
	size_t count = 0;
	bool is_open = false; /* what is read now belongs to the last part */

	for (size_t i = 0; letters[i] != '\0'; i++) {
		bool is_gap = (gaps >> i & 1) != 0;
		if (is_gap && is_open)
			part[count - 1].given_up = true;
		if (is_gap) {
			is_open = false;
			continue;
		}
		if (letters[i] == letters[0]) {
			part[count++] = (struct part){.begin = i};
			is_open = true;
		}
		if (is_open)
			part[count - 1].length++;
	}
	return count;
}

/* Section 3.3.5 on these parts: they must agree, and two must be whole. */
static bool oracle_with_gaps(const char *letters, unsigned gaps)
{
	struct part part[LENGTH_MAX];
	size_t count = parts_followed(letters, gaps, part), whole = 0;
	bool has_two = false;

	for (size_t i = 0; i < count; i++) {
		whole += !part[i].given_up;
		has_two |= part[i].length > 1;
		for (size_t j = 0; j < i; j++)
			if (!one_is_prefix(letters + part[i].begin,
				    part[i].length, letters + part[j].begin,
				    part[j].length))
				return false;
	}
	return whole >= 2 && has_two;
}

static void check_every_gap(const char *letters, void *data)
{
	struct redundant *sequence = data;
	unsigned every = 1u << strlen(letters);

	for (unsigned gaps = 2; gaps < every; gaps += 2) {
		decide_with_gaps(sequence, letters, gaps);
		if (redundant_is_redundant(sequence) !=
			oracle_with_gaps(letters, gaps))
			fail_msg("%s without %x", letters, gaps);
	}
}

static void after_a_pause_parts_count_from_where_the_next_begins(void **state)
{
	struct redundant sequence = {0};

	(void)state;
	for_every_sequence(check_every_gap, &sequence);
	redundant_release(&sequence);
}

/* A sequence that repeats as a whole is still found when two parts are followed. */
static void check_no_gap_breaks(const char *letters, void *data)
{
	struct redundant *sequence = data;
	unsigned every = 1u << strlen(letters);
	uint32_t length, parts, shortest;

	if (!decide(sequence, letters))
		return;
	length = sequence->length;
	parts = sequence->parts;
	shortest = redundant_shortest(sequence);
	for (unsigned gaps = 2; gaps < every; gaps += 2) {
		decide_with_gaps(sequence, letters, gaps);
		if (sequence->broken || sequence->length > length ||
			sequence->parts > parts)
			fail_msg("%s without %x", letters, gaps);
		if (redundant_is_redundant(sequence) &&
			redundant_shortest(sequence) < shortest)
			fail_msg("%s without %x: a part with a hole", letters,
				gaps);
	}
}

static void a_pause_breaks_no_sequence_and_makes_no_part(void **state)
{
	struct redundant sequence = {0};

	(void)state;
	for_every_sequence(check_no_gap_breaks, &sequence);
	redundant_release(&sequence);
}

static void a_walk_that_was_left_out_in_part_is_not_shown(void **state)
{
	struct redundant sequence = {0};

	(void)state;
	/* abc abc a[bc] abc abc, and what is left out is in brackets. */
	decide_with_gaps(&sequence, "abcabcabcabcabc", 3u << 7);
	assert_true(redundant_is_redundant(&sequence));
	assert_int_equal(sequence.parts, 4);
	assert_int_equal(redundant_shortest(&sequence), 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(sequence.walk[i], 3);
	redundant_release(&sequence);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_papers_redundant_examples_are_redundant),
		cmocka_unit_test(the_papers_other_example_is_not),
		cmocka_unit_test(one_walk_is_not_redundant),
		cmocka_unit_test(one_location_read_again_is_not_redundant),
		cmocka_unit_test(
			a_second_walk_in_another_order_is_not_redundant),
		cmocka_unit_test(
			every_short_sequence_is_decided_as_by_the_paper),
		cmocka_unit_test(what_is_redundant_meets_the_definition),
		cmocka_unit_test(
			locations_are_counted_while_the_sequence_repeats),
		cmocka_unit_test(
			after_a_pause_parts_count_from_where_the_next_begins),
		cmocka_unit_test(a_pause_breaks_no_sequence_and_makes_no_part),
		cmocka_unit_test(a_walk_that_was_left_out_in_part_is_not_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
