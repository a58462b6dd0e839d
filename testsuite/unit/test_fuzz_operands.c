/* SPDX-License-Identifier: MIT
 * Sides of comparisons are found in inputs, however they are written there. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz-perf/mutate/mutate.h"
#include "fuzz-perf/mutate/operands.h"
#include "lib/format/perf_map.h"

static struct perf_operand numbers(
	uint32_t left, uint32_t right, enum perf_relation relation)
{
	struct perf_operand operand = {relation, 4, 4, {0}, {0}};

	for (unsigned i = 0; i < 4; i++) {
		operand.left[i] = (uint8_t)(left >> 8 * i);
		operand.right[i] = (uint8_t)(right >> 8 * i);
	}
	return operand;
}

/* Whether one of many tries makes WANTED of BEFORE. */
static bool reaches(const struct perf_operand *operand, const char *before,
	size_t length, const char *wanted, size_t wanted_length)
{
	struct compared_operands *operands = operands_new(operand, 1);
	struct random random;
	bool is_reached = false;

	random_init(&random, 1);
	for (int i = 0; i < 2000 && !is_reached; i++) {
		uint8_t bytes[32];
		struct mutation mutation = {.random = &random,
			.bytes = bytes,
			.length = length,
			.limit = sizeof bytes,
			.operands = operands};
		memcpy(bytes, before, length);
		if (operands_match(&mutation))
			is_reached = mutation.length == wanted_length &&
				     !memcmp(bytes, wanted, wanted_length);
		assert_true(mutation.length <= sizeof bytes);
	}
	operands_free(operands);
	return is_reached;
}

static void numbers_match_in_both_orders_of_bytes(void **state)
{
	struct perf_operand operand =
		numbers(0x01020304, 0x0a0b0c0d, PERF_NUMBERS_EQUAL);

	(void)state;
	assert_true(
		reaches(&operand, "x\1\2\3\4y", 6, "x\x0a\x0b\x0c\x0dy", 6));
	assert_true(
		reaches(&operand, "x\4\3\2\1y", 6, "x\x0d\x0c\x0b\x0ay", 6));
	assert_false(
		reaches(&operand, "x\4\3\1\2y", 6, "x\x0d\x0c\x0b\x0ay", 6));
}

static void a_widened_number_matches_in_its_own_width(void **state)
{
	struct perf_operand operand = numbers('a', 'b', PERF_NUMBERS_EQUAL);

	(void)state;
	assert_true(reaches(&operand, "xay", 3, "xby", 3));
}

static void a_limit_is_met_missed_and_passed(void **state)
{
	struct perf_operand operand = numbers(0x11, 0x1000, PERF_NUMBERS_ORDER);

	(void)state;
	assert_true(reaches(&operand, "\0\x11", 2, "\x10\0", 2));
	assert_true(reaches(&operand, "\0\x11", 2, "\x10\1", 2));
	assert_true(reaches(&operand, "\0\x11", 2, "\x0f\xff", 2));
}

static void decimal_numbers_match_and_change_the_length(void **state)
{
	struct perf_operand operand = numbers(7, 12345, PERF_NUMBERS_EQUAL);

	(void)state;
	assert_true(reaches(&operand, "n=7;", 4, "n=12345;", 8));
}

static void strings_match_in_either_direction(void **state)
{
	struct perf_operand operand = {PERF_BYTES_EQUAL, 3, 5, {'o', 'n', 'e'},
		{'o', 't', 'h', 'e', 'r'}};

	(void)state;
	assert_true(reaches(&operand, "<one>", 5, "<other>", 7));
	assert_true(reaches(&operand, "<other>", 7, "<one>", 5));
}

/* Whether matching pair NUMBER makes AFTER of BEFORE, eight bytes each. */
static bool makes(const struct compared_operands *operands, uint32_t number,
	const char *before, const char *after)
{
	struct random random;
	uint8_t bytes[8];
	struct mutation mutation = {.random = &random,
		.bytes = bytes,
		.length = sizeof bytes,
		.limit = sizeof bytes,
		.operands = operands};

	random_init(&random, 1);
	memcpy(bytes, before, sizeof bytes);
	return operands_match_pair(&mutation, number) &&
	       !memcmp(bytes, after, sizeof bytes);
}

static void each_pair_is_matched_from_both_sides(void **state)
{
	struct perf_operand pair[] = {
		numbers(0x01020304, 0x0a0b0c0d, PERF_NUMBERS_EQUAL),
		numbers(0x11121314, 0x1a1b1c1d, PERF_NUMBERS_EQUAL)};
	struct compared_operands *operands = operands_new(pair, 2);
	const char *left = "\4\3\2\1....", *right = "\x0d\x0c\x0b\x0a....";
	const char *last = "....\x1a\x1b\x1c\x1d";

	(void)state;
	assert_true(makes(operands, 0, left, right));
	assert_false(makes(operands, 1, left, right));
	assert_true(makes(operands, 1, right, left));
	assert_true(makes(operands, 3, last, "....\x11\x12\x13\x14"));
	assert_false(makes(operands, 2, last, last));
	operands_free(operands);
}

static void without_operands_nothing_is_changed(void **state)
{
	struct mutation mutation = {0};

	(void)state;
	assert_false(operands_match(&mutation));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_match_in_both_orders_of_bytes),
		cmocka_unit_test(a_widened_number_matches_in_its_own_width),
		cmocka_unit_test(a_limit_is_met_missed_and_passed),
		cmocka_unit_test(decimal_numbers_match_and_change_the_length),
		cmocka_unit_test(strings_match_in_either_direction),
		cmocka_unit_test(each_pair_is_matched_from_both_sides),
		cmocka_unit_test(without_operands_nothing_is_changed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
