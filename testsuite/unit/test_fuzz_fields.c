/* SPDX-License-Identifier: MIT
 * Lengths and checksums are found by their values, and are right in children. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "fuzz-perf/mutate/fields.h"
#include "fuzz-perf/mutate/mutate.h"
#include "fuzz-perf/mutate/mutate_bytes.h"
#include "lib/random.h"

#define LIMIT	512
#define ROUNDS	2000
#define RECORDS 5

struct bytes {
	uint8_t byte[LIMIT];
	size_t length;
};

static void put(struct bytes *bytes, uint64_t value, unsigned size, bool is_big)
{
	mutate_put_number(bytes->byte + bytes->length, value, size, is_big);
	bytes->length += size;
}

static void put_text(struct bytes *bytes, const char *text)
{
	memcpy(bytes->byte + bytes->length, text, strlen(text));
	bytes->length += strlen(text);
}

static const char *const texts[RECORDS] = {"length", "data in a record",
	"a longer text that is data, too", "of", "the end"};

/* Chunks: a length, a name, data, and the CRC of the last two. */
static struct bytes make_chunks(void)
{
	struct bytes bytes = {.length = 0};

	put_text(&bytes, "\x89NAME\r\n\n");
	for (unsigned i = 0; i < RECORDS; i++) {
		put(&bytes, strlen(texts[i]), 4, true);
		size_t start = bytes.length;
		put_text(&bytes, i % 2 ? "odd " : "even");
		put_text(&bytes, texts[i]);
		put(&bytes,
			crc32(0, bytes.byte + start,
				(uInt)(bytes.length - start)),
			4, true);
	}
	return bytes;
}

/* Whether BYTES are chunks whose lengths and checksums are right; *COUNT is how many. */
static bool are_chunks(const uint8_t *bytes, size_t size, unsigned *count)
{
	size_t at = 8;

	for (*count = 0; at + 12 <= size; ++*count) {
		size_t length = (size_t)mutate_get_number(bytes + at, 4, true);
		if (length > size - at - 12 ||
			mutate_get_number(bytes + at + 8 + length, 4, true) !=
				crc32(0, bytes + at + 4, (uInt)length + 4))
			return false;
		at += 12 + length;
	}
	return at == size;
}

/* Changes up to eight bytes of data of the record that has the longest text: other bytes,
 * fewer, or more. */
static void change_data(struct mutation *mutation, const struct bytes *bytes)
{
	uint8_t other[9];
	size_t at = 8 + 12 + strlen(texts[0]) + 12 + strlen(texts[1]) + 8 +
		    random_below(mutation->random, 20);
	size_t old = random_below(mutation->random, 9);

	memcpy(mutation->bytes, bytes->byte, bytes->length);
	mutation->length = bytes->length;
	memset(other, 'A' + (int)random_below(mutation->random, 20),
		sizeof other);
	mutate_replace(mutation, at, old, other,
		random_below(mutation->random, sizeof other));
}

static void changed_chunks_have_right_lengths_and_checksums(void **state)
{
	struct bytes bytes = make_chunks();
	struct fields *fields = fields_find(bytes.byte, bytes.length);
	struct random random;
	uint8_t child[LIMIT];
	unsigned right = 0, count;

	(void)state;
	assert_non_null(fields);
	assert_int_equal(fields->records, RECORDS);
	assert_int_equal(fields->record[0], 8);
	assert_int_equal(fields->record[RECORDS], bytes.length);
	assert_int_equal(fields->count, 2 * RECORDS);
	random_init(&random, 1);
	for (int i = 0; i < ROUNDS; i++) {
		struct mutation mutation = {
			.random = &random, .bytes = child, .limit = LIMIT};
		change_data(&mutation, &bytes);
		fields_repair(fields, bytes.byte, bytes.length, &mutation);
		right += are_chunks(child, mutation.length, &count) &&
			 count == RECORDS;
	}
	assert_int_equal(right, ROUNDS);
	free(fields);
}

static void whole_records_are_repeated_removed_and_moved(void **state)
{
	bool (*const mutators[])(struct mutation *) = {
		fields_repeat_record, fields_delete_record, fields_move_record};
	struct bytes bytes = make_chunks();
	struct fields *fields = fields_find(bytes.byte, bytes.length);
	struct random random;

	(void)state;
	random_init(&random, 2);
	for (unsigned i = 0; i < 3; i++) {
		unsigned changed = 0, most = 0, count;
		for (int round = 0; round < ROUNDS; round++) {
			struct bytes child = bytes;
			struct mutation mutation = {.random = &random,
				.bytes = child.byte,
				.length = child.length,
				.limit = LIMIT,
				.fields = fields};
			if (!mutators[i](&mutation))
				continue;
			changed++;
			assert_true(mutation.length <= LIMIT);
			assert_true(are_chunks(
				child.byte, mutation.length, &count));
			assert_true(i != 2 || count == RECORDS);
			most = count > most ? count : most;
		}
		assert_true(changed > ROUNDS / 4);
		if (i == 0)
			assert_true(most > 2 * RECORDS);
		else
			assert_true(most <= RECORDS);
	}
	free(fields);
}

/* Whether a field of KIND with these numbers is among those of BYTES. */
static bool has_field(const struct bytes *bytes, enum field_kind kind,
	size_t at, size_t start, size_t end)
{
	struct fields *fields = fields_find(bytes->byte, bytes->length);
	bool is_found = false;

	for (unsigned i = 0; fields && i < fields->count; i++) {
		const struct field *field = &fields->field[i];
		is_found |= field->kind == kind && field->at == at &&
			    field->start == start && field->end == end;
	}
	free(fields);
	return is_found;
}

static void checksums_of_each_kind_are_found(void **state)
{
	static const char text[] = "head, and some text with a checksum";

	(void)state;
	for (unsigned is_big = 0; is_big < 2; is_big++) {
		struct bytes after = {.length = 0}, before = after,
			     adler = after, sum = after;
		size_t length = strlen(text);
		put_text(&after, text);
		put(&after, crc32(0, after.byte + 4, (uInt)length - 4), 4,
			is_big);
		put_text(&after, "tail");
		assert_true(has_field(&after, FIELD_CRC32, length, 4, length));
		put_text(&before, "what");
		put(&before, crc32(0, (const Bytef *)text, (uInt)length), 4,
			is_big);
		put_text(&before, text);
		assert_true(
			has_field(&before, FIELD_CRC32, 4, 8, before.length));
		put_text(&adler, text);
		put(&adler, adler32(1, adler.byte + 2, (uInt)length - 2), 4,
			is_big);
		assert_true(
			has_field(&adler, FIELD_ADLER32, length, 2, length));
		uint64_t value = 0;
		for (size_t i = 0; i < length; i++)
			value += (uint8_t)text[i];
		put_text(&sum, text);
		put(&sum, value, 2, is_big);
		assert_true(has_field(&sum, FIELD_SUM, length, 0, length));
	}
}

/* As in an image: marked records, of which the last has a length for its header only. */
static void marked_records_need_not_end_with_the_input(void **state)
{
	struct bytes bytes = {.length = 0};

	(void)state;
	put_text(&bytes, "\xff\xd8");
	for (unsigned i = 0; i < RECORDS; i++) {
		put(&bytes, 0xffc0 + i, 2, true);
		put(&bytes, 2 + strlen(texts[i]), 2, true);
		put_text(&bytes, texts[i]);
	}
	size_t last = bytes.length - strlen(texts[RECORDS - 1]) - 4;
	put_text(&bytes, "some data that no length is of\xff\xd9");
	struct fields *fields = fields_find(bytes.byte, bytes.length);
	assert_non_null(fields);
	assert_int_equal(fields->records, RECORDS);
	assert_int_equal(fields->record[0], 2);
	assert_int_equal(fields->record[RECORDS - 1], last);
	assert_int_equal(fields->record[RECORDS], bytes.length);
	free(fields);
}

static void the_length_of_all_is_kept_right(void **state)
{
	struct bytes bytes = {.length = 0};
	struct random random;

	(void)state;
	random_init(&random, 3);
	put_text(&bytes, "FORM");
	put(&bytes, 4 + 4 + 40, 4, false);
	for (int i = 0; i < 40; i++)
		put(&bytes, 'a' + (unsigned)i % 26, 1, false);
	assert_true(has_field(&bytes, FIELD_LENGTH, 4, 0, 48));
	struct fields *fields = fields_find(bytes.byte, bytes.length);
	struct bytes child = bytes;
	struct mutation mutation = {.random = &random,
		.bytes = child.byte,
		.length = child.length,
		.limit = LIMIT};
	mutate_replace(&mutation, 20, 3, (const uint8_t *)"1234567", 7);
	fields_repair(fields, bytes.byte, bytes.length, &mutation);
	assert_int_equal(mutate_get_number(child.byte + 4, 4, false), 52);
	free(fields);
}

static void a_text_has_no_fields(void **state)
{
	struct bytes bytes = {.length = 0};

	(void)state;
	put_text(&bytes, "the quick brown fox jumps over the lazy dog, and "
			 "then sleeps\n");
	assert_null(fields_find(bytes.byte, bytes.length));
	for (size_t length = 0; length < 8; length++)
		assert_null(fields_find(bytes.byte, length));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			changed_chunks_have_right_lengths_and_checksums),
		cmocka_unit_test(whole_records_are_repeated_removed_and_moved),
		cmocka_unit_test(checksums_of_each_kind_are_found),
		cmocka_unit_test(marked_records_need_not_end_with_the_input),
		cmocka_unit_test(the_length_of_all_is_kept_right),
		cmocka_unit_test(a_text_has_no_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
