/* SPDX-License-Identifier: MIT
 * Draws, streams and spans of generators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "fuzz-perf/generate/runs.h"
#include "lib/random.h"

#define BYTES 4096
#define RUNS  1000000 /* on any bytes */
#define LEAK_KIB                                                               \
	(8 << 10) /* if each run of the last nine tenths lost ten bytes */

struct fixture {
	struct gen_run run;
	struct random random;
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);

	fixture->run.record = calloc(1, gen_record_size(BYTES));
	fixture->run.record->byte_capacity = fixture->run.limit = BYTES;
	random_init(&fixture->random, 17);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	gen_run_release(&fixture->run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(fixture->run.stream[i]);
	free(fixture->run.record);
	free(fixture);
	return 0;
}

static enum gen_verdict run_bytes(struct fixture *fixture, const void *bytes,
	size_t length, int (*property)(struct gen *, void *), void *argument)
{
	struct parameters input;

	parameters_read(&input, bytes, length);
	return gen_run_once(&fixture->run, &input, property, argument);
}

/* ---- draws ---- */

static int draw_zeros(struct gen *g, void *argument)
{
	static const unsigned weight[] = {0, 3, 1};
	static const char *const words[] = {"first", "second", NULL};
	struct gen_list list = GEN_LIST(2, 9, 0);
	size_t count = 0;

	(void)argument;
	assert_int_equal(gen_u64(g, 7, 1000), 7);
	assert_int_equal(gen_i64(g, -1000, 1000), 0);
	assert_int_equal(gen_i64(g, INT64_MIN, INT64_MAX), 0);
	assert_int_equal(gen_i64(g, -9, -5), -5);
	assert_int_equal(gen_int(g, 3, 5), 3);
	assert_int_equal(gen_size(g, SIZE_MAX), 0);
	assert_false(gen_bool(g));
	assert_false(gen_chance(g, 255, 256));
	assert_true(gen_double(g, 2, 3) == 2);
	assert_true(gen_float_any(g) == 0);
	assert_int_equal(gen_pick(g, 5), 0);
	assert_int_equal(gen_weighted(g, weight, 3), 1);
	assert_string_equal(gen_string(g, "xyz", 10), "");
	assert_string_equal(gen_token(g, words), "first");
	while (gen_more(g, &list))
		count++;
	assert_int_equal(count, 2);
	assert_int_equal(list.count, 2);
	return GEN_VALID;
}

static void zeros_give_what_is_simplest(void **state)
{
	assert_int_equal(run_bytes(*state, "", 0, draw_zeros, NULL), GEN_VALID);
}

/* Bytes 0, 1, .. 255 of a draw from 10 .. 16. */
static int draw_seven(struct gen *g, void *argument)
{
	uint64_t *drawn = argument;

	*drawn = gen_u64(g, 10, 16);
	return GEN_VALID;
}

static void a_larger_byte_is_no_smaller_number(void **state)
{
	uint64_t before = 10, drawn;

	for (int byte = 0; byte < 256; byte++) {
		uint8_t bytes[] = {(uint8_t)byte, 99};
		run_bytes(*state, bytes, 2, draw_seven, &drawn);
		assert_in_range(drawn, before, 16);
		before = drawn;
	}
	assert_int_equal(before, 16);
	assert_int_equal(((struct fixture *)*state)->run.record->byte_count, 1);
}

static int draw_signed(struct gen *g, void *argument)
{
	*(int64_t *)argument = gen_i64(g, -3, 5);
	return GEN_VALID;
}

static void signed_numbers_grow_away_from_zero(void **state)
{
	const int64_t order[] = {0, 1, -1, 2, -2, 3, -3, 4, 5};
	unsigned place = 0;
	int64_t drawn;

	for (int byte = 0; byte < 256; byte++) {
		uint8_t one = (uint8_t)byte;
		run_bytes(*state, &one, 1, draw_signed, &drawn);
		if (drawn != order[place])
			place++;
		assert_true(drawn == order[place]);
	}
	assert_int_equal(place, 8);
}

static int draw_ends(struct gen *g, void *argument)
{
	(void)argument;
	assert_true(gen_u64(g, 0, UINT64_MAX) == UINT64_MAX);
	assert_true(gen_i64(g, INT64_MIN, INT64_MAX) == INT64_MIN);
	assert_true(gen_i64(g, INT64_MAX - 1, INT64_MAX) == INT64_MAX);
	assert_true(gen_size(g, 1000) == 1000);
	assert_true(gen_double(g, 0, 1) < 1);
	assert_true(gen_bool(g));
	return GEN_VALID;
}

static void largest_bytes_give_the_end_of_a_range(void **state)
{
	uint8_t bytes[64];

	memset(bytes, 0xff, sizeof bytes);
	assert_int_equal(
		run_bytes(*state, bytes, sizeof bytes, draw_ends, NULL),
		GEN_VALID);
}

/* ---- endings ---- */

static int reject_all(struct gen *g, void *argument)
{
	(void)argument;
	gen_reject(g, "nothing is good enough");
}

static int fail_with_number(struct gen *g, void *argument)
{
	(void)argument;
	gen_fail(g, "number %d", gen_int(g, 0, 200));
}

static int recurse(struct gen *g, void *argument)
{
	(void)argument;
	while (gen_depth(g) < UINT32_MAX)
		gen_begin(g, "deeper");
	return GEN_VALID;
}

static int draw_for_ever(struct gen *g, void *argument)
{
	(void)argument;
	while (gen_depth(g) == 0)
		gen_bool(g);
	return GEN_VALID;
}

static void runs_end_in_every_way(void **state)
{
	struct fixture *fixture = *state;
	const struct gen_record *record = fixture->run.record;

	assert_int_equal(
		run_bytes(fixture, "", 0, reject_all, NULL), GEN_DISCARD);
	assert_string_equal(record->text, "nothing is good enough");
	assert_int_equal(run_bytes(fixture, "", 0, recurse, NULL), GEN_DISCARD);
	assert_int_equal(
		run_bytes(fixture, "", 0, draw_for_ever, NULL), GEN_DISCARD);
	assert_int_equal(record->byte_count, BYTES);
	assert_int_equal(run_bytes(fixture, "\x80", 1, fail_with_number, NULL),
		GEN_FAIL);
	uint64_t identity = record->identity;
	assert_string_equal(record->text, "number 100");
	run_bytes(fixture, "", 0, fail_with_number, NULL);
	assert_string_equal(record->text, "number 0");
	assert_true(record->identity == identity);
}

/* ---- streams ---- */

#define NAMES 4
static const char *const names[NAMES] = {"", "code", "data", "code/inner"};

/* What each of the streams drew. */
struct drawn {
	uint64_t number[NAMES][256];
	unsigned count[NAMES];
};

/* Interleaves lists of four streams, as their first bytes say. */
static int draw_streams(struct gen *g, void *argument)
{
	struct drawn *drawn = argument;
	struct gen *stream[NAMES] = {
		g, gen_fork(g, "code"), gen_fork(g, "data"), NULL};
	struct gen_list list[NAMES];
	bool goes_on = true;

	stream[3] = gen_fork(stream[1], "inner");
	memset(drawn, 0, sizeof *drawn);
	for (unsigned i = 0; i < NAMES; i++)
		list[i] = (struct gen_list)GEN_LIST(0, 50, 10);
	bool is_done[NAMES] = {false};
	while (goes_on) {
		goes_on = false;
		for (unsigned i = 0; i < NAMES; i++) {
			if (is_done[i])
				continue;
			is_done[i] = !gen_more(stream[i], &list[i]);
			if (is_done[i])
				continue;
			goes_on = true;
			uint64_t most = gen_u64(stream[i], 1, 1 << 20);
			drawn->number[i][drawn->count[i]++] =
				gen_u64(stream[i], 0, most);
		}
	}
	return GEN_VALID;
}

/* A random change of the length or the bytes of STREAM. */
static void change_stream(struct random *random,
	struct parameters_stream *stream, uint8_t to[2 * BYTES])
{
	size_t length = stream->length;
	size_t at = random_below(random, (uint32_t)length + 1);
	size_t size = random_below(random, 30);

	memcpy(to, stream->bytes, length);
	switch (random_below(random, 3)) {
	case 0:
		size = size < length - at ? size : length - at;
		memmove(to + at, to + at + size, length - at - size);
		length -= size;
		break;
	case 1:
		memmove(to + at + size, to + at, length - at);
		length += size;
		/* fall through */
	default:
		for (size_t i = at; i < at + size && i < length; i++)
			to[i] = (uint8_t)random_next(random);
	}
	stream->bytes = to;
	stream->length = length;
}

/* Random bytes for each stream, as a file. */
static size_t write_streams(struct random *random, struct parameters *input,
	uint8_t bytes[NAMES][256], uint8_t *file)
{
	memset(input, 0, sizeof *input);
	input->count = NAMES;
	for (unsigned i = 0; i < NAMES; i++) {
		for (unsigned j = 0; j < 256; j++)
			bytes[i][j] = (uint8_t)random_next(random);
		strcpy(input->stream[i].name, names[i]);
		input->stream[i].bytes = bytes[i];
		input->stream[i].length = random_below(random, 256);
	}
	return parameters_write(input, file, BYTES);
}

static void a_change_of_one_stream_leaves_the_others(void **state)
{
	struct fixture *fixture = *state;
	static struct drawn before, after;
	static uint8_t bytes[NAMES][256], changed[2 * BYTES], file[2 * BYTES];
	struct parameters input, read;

	for (int i = 0; i < 20000; i++) {
		write_streams(&fixture->random, &input, bytes, file);
		gen_run_once(&fixture->run, &input, draw_streams, &before);
		unsigned which = random_below(&fixture->random, NAMES);
		change_stream(&fixture->random, &input.stream[which], changed);
		size_t length = parameters_write(&input, file, sizeof file);
		parameters_read(&read, file, length);
		gen_run_once(&fixture->run, &read, draw_streams, &after);
		for (unsigned j = 0; j < NAMES; j++) {
			if (j == which)
				continue;
			assert_int_equal(before.count[j], after.count[j]);
			assert_memory_equal(before.number[j], after.number[j],
				sizeof before.number[j]);
		}
	}
}

static void a_fork_goes_on_where_it_stopped(void **state)
{
	static struct drawn before, after;
	static uint8_t bytes[NAMES][256], file[BYTES], taken[BYTES];
	struct fixture *fixture = *state;
	struct parameters input, own;

	write_streams(&fixture->random, &input, bytes, file);
	input.seed = 5;
	gen_run_once(&fixture->run, &input, draw_streams, &before);
	gen_record_parameters(fixture->run.record, &own, taken);
	size_t length = parameters_write(&own, file, sizeof file);
	assert_in_range(length, 1, sizeof file);
	run_bytes(fixture, file, length, draw_streams, &after);
	assert_memory_equal(&before, &after, sizeof before);
}

/* ---- any bytes ---- */

static void build_tree(struct gen *g, uint64_t *hash)
{
	struct gen_list list = GEN_LIST(0, 6, 2);

	gen_begin(g, "tree");
	while (!gen_small(g) && gen_more(g, &list)) {
		*hash = *hash * 31 + gen_u64(g, 0, 1u << gen_pick(g, 30));
		const char *text = gen_string(g, NULL, 8);
		*hash = *hash * 31 + (uint64_t)text[0];
		if (gen_chance(g, 1, 3))
			build_tree(gen_fork(g, "other"), hash);
		build_tree(g, hash);
	}
	gen_assume(g, *hash % 97 != 1);
	gen_end(g);
}

static int draw_tree(struct gen *g, void *argument)
{
	*(uint64_t *)argument = 0;
	build_tree(g, argument);
	return GEN_VALID;
}

static void check_spans(const struct gen_record *record)
{
	for (uint32_t i = 0; i < record->span_count; i++) {
		const struct parameters_span *span = &record->span[i];
		assert_true(span->stream < record->stream_count);
		assert_true(span->start <= span->end);
		assert_true(span->end <= record->length[span->stream]);
	}
}

/* It keeps what is freed, and looks for leaks itself. */
extern void __asan_init(void) __attribute__((weak));

static long most_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return __asan_init ? 0 : usage.ru_maxrss;
}

static void a_million_strings_of_bytes_are_inputs(void **state)
{
	struct fixture *fixture = *state;
	uint8_t bytes[64];
	uint64_t first, second;
	long before_kib = 0;

	for (int i = 0; i < RUNS; i++) {
		if (i == RUNS / 10)
			before_kib = most_kib();
		size_t length = random_below(&fixture->random, sizeof bytes);
		for (size_t j = 0; j < length; j++)
			bytes[j] = (uint8_t)random_next(&fixture->random);
		if (length > 17 && i % 2) {
			memcpy(bytes, PARAMETERS_MAGIC, PARAMETERS_MAGIC_BYTES);
			memset(bytes + 8, 0, i % 4 == 1 ? 8 : 0);
		}
		enum gen_verdict verdict =
			run_bytes(fixture, bytes, length, draw_tree, &first);
		check_spans(fixture->run.record);
		assert_true(fixture->run.record->byte_count <= BYTES);
		if (i % 8)
			continue;
		assert_int_equal(
			run_bytes(fixture, bytes, length, draw_tree, &second),
			verdict);
		assert_true(first == second);
	}
	assert_in_range(most_kib() - before_kib, 0, LEAK_KIB);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(zeros_give_what_is_simplest),
		TEST(a_larger_byte_is_no_smaller_number),
		TEST(signed_numbers_grow_away_from_zero),
		TEST(largest_bytes_give_the_end_of_a_range),
		TEST(runs_end_in_every_way),
		TEST(a_change_of_one_stream_leaves_the_others),
		TEST(a_fork_goes_on_where_it_stopped),
		TEST(a_million_strings_of_bytes_are_inputs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
