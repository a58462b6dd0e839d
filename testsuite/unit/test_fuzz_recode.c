/* SPDX-License-Identifier: MIT
 * Streams of deflate are mutated as what they decode to, and fit what is around them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "fuzz-perf/mutate/mutate.h"
#include "fuzz-perf/mutate/mutate_bytes.h"
#include "fuzz-perf/mutate/recode.h"

#define LIMIT	4096
#define ROUNDS	300
#define ZLIB	15
#define GZIP	(15 + 16)
#define RAW	(-15)
#define GAP	7  /* bytes of something else before the stream */
#define NUMBERS 12 /* bytes: checksum, coded length, length */

static const char words[] =
	"the quick brown fox jumps over the lazy dog, the quick brown cat "
	"jumps twice over the lazier dogs of the quicker brown foxes";

/* Compresses the words in the form WRAPPER. Returns how many bytes. */
static size_t compress_words(uint8_t *to, int wrapper)
{
	z_stream stream = {.next_in = (Bytef *)(uintptr_t)words,
		.avail_in = sizeof words,
		.next_out = to,
		.avail_out = LIMIT};

	assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, wrapper, 8,
				 Z_DEFAULT_STRATEGY),
		Z_OK);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	deflateEnd(&stream);
	return stream.total_out;
}

/* Decompresses a stream and checks its sums; the text has *LENGTH bytes. Returns how many
 * bytes the stream has; 0: it is not whole. */
static size_t decompress(const uint8_t *from, size_t size, int wrapper,
	uint8_t *text, size_t *length)
{
	z_stream stream = {.next_in = (Bytef *)(uintptr_t)from,
		.avail_in = (uInt)size,
		.next_out = text,
		.avail_out = (uInt)*length};

	assert_int_equal(inflateInit2(&stream, wrapper), Z_OK);
	int result = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	*length = stream.total_out;
	return result == Z_STREAM_END ? stream.total_in : 0;
}

static const struct mutate_row *find_row(const char *name)
{
	for (unsigned i = 0; i < mutate_row_count; i++)
		if (!strcmp(mutate_rows[i].name, name))
			return &mutate_rows[i];
	fail_msg("no mutator %s", name);
	return NULL;
}

/* Mutates LENGTH bytes in turns. Returns how many children's streams, after GAP bytes,
 * are whole; *OTHERS of them hold another text, *LONGEST is the longest. */
static unsigned count_whole(const uint8_t *bytes, size_t length, int wrapper,
	unsigned *others, size_t *longest)
{
	const struct mutate_row *row = find_row("recode-stream");
	static uint8_t text[1 << 20];
	struct random random;
	unsigned whole = 0;

	random_init(&random, 5);
	*others = 0;
	*longest = 0;
	for (int i = 0; i < ROUNDS; i++) {
		uint8_t child[LIMIT];
		size_t decoded = sizeof text;
		struct mutation mutation = {.random = &random,
			.bytes = child,
			.length = length,
			.limit = sizeof child};
		memcpy(child, bytes, length);
		assert_true(row->apply(&mutation));
		assert_memory_equal(child, bytes, GAP);
		if (!decompress(child + GAP, mutation.length - GAP, wrapper,
			    text, &decoded))
			continue;
		whole++;
		*others += decoded != sizeof words ||
			   memcmp(text, words, sizeof words);
		if (decoded > *longest)
			*longest = decoded;
	}
	return whole;
}

/* A text by chance does not always fit, and its stream is cut then. */
static void children_are_whole_streams_with_right_sums(void **state)
{
	static const int wrappers[] = {ZLIB, GZIP};
	uint8_t bytes[LIMIT];

	(void)state;
	for (int i = 0; i < 2; i++) {
		unsigned others;
		size_t longest;
		memset(bytes, '.', sizeof bytes);
		size_t length =
			GAP + compress_words(bytes + GAP, wrappers[i]) + GAP;
		assert_true(recode_has_stream(bytes, length));
		assert_true(count_whole(bytes, length, wrappers[i], &others,
				    &longest) >= ROUNDS * 9 / 10);
		assert_true(others > ROUNDS / 2);
		assert_true(longest > 8 * sizeof words);
	}
}

/* As in an archive: the checksum and both lengths are before a stream without a header. */
static void sums_and_lengths_before_a_stream_are_kept_right(void **state)
{
	const struct mutate_row *row = find_row("recode-stream");
	static uint8_t text[1 << 20];
	uint8_t bytes[LIMIT];
	struct random random;
	unsigned right = 0;

	(void)state;
	random_init(&random, 6);
	for (int i = 0; i < ROUNDS; i++) {
		size_t coded = compress_words(bytes + NUMBERS, RAW);
		bool is_big = i % 2;
		uint8_t *number = bytes;
		struct mutation mutation = {.random = &random,
			.bytes = bytes,
			.length = NUMBERS + coded,
			.limit = sizeof bytes};
		mutate_put_number(number,
			crc32(0, (const Bytef *)words, sizeof words), 4,
			is_big);
		mutate_put_number(number + 4, coded, 4, is_big);
		mutate_put_number(number + 8, sizeof words, 4, is_big);
		assert_true(row->apply(&mutation));
		size_t length = sizeof text;
		coded = decompress(bytes + NUMBERS, mutation.length - NUMBERS,
			RAW, text, &length);
		right += coded &&
			 mutate_get_number(number, 4, is_big) ==
				 crc32(0, text, (uInt)length) &&
			 mutate_get_number(number + 4, 4, is_big) == coded &&
			 mutate_get_number(number + 8, 4, is_big) == length;
	}
	assert_true(right >= ROUNDS * 9 / 10);
}

static void a_stream_that_is_cut_is_decoded_as_far_as_it_goes(void **state)
{
	uint8_t bytes[LIMIT];
	struct random random;
	struct recode recode;

	(void)state;
	random_init(&random, 8);
	size_t length = compress_words(bytes, ZLIB) - 20;
	struct mutation mutation = {.random = &random,
		.bytes = bytes,
		.length = length,
		.limit = sizeof bytes};
	assert_true(recode_open(&recode, &mutation));
	assert_false(recode.is_whole);
	assert_int_equal(recode.end, length);
	assert_in_range(recode.length, 32, sizeof words - 1);
	assert_memory_equal(recode.text, words, recode.length);
	recode_close(&recode, &mutation);
}

static void bytes_without_a_stream_are_left_alone(void **state)
{
	uint8_t bytes[LIMIT];
	struct random random;
	struct mutation mutation = {.random = &random,
		.bytes = bytes,
		.length = sizeof words,
		.limit = sizeof bytes};

	(void)state;
	random_init(&random, 9);
	memcpy(bytes, words, sizeof words);
	assert_false(recode_has_stream(bytes, sizeof words));
	assert_false(find_row("recode-stream")->apply(&mutation));
	assert_memory_equal(bytes, words, sizeof words);
	for (size_t length = 0; length < GAP; length++)
		assert_false(recode_has_stream(bytes, length));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(children_are_whole_streams_with_right_sums),
		cmocka_unit_test(
			sums_and_lengths_before_a_stream_are_kept_right),
		cmocka_unit_test(
			a_stream_that_is_cut_is_decoded_as_far_as_it_goes),
		cmocka_unit_test(bytes_without_a_stream_are_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
