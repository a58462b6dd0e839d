/* SPDX-License-Identifier: MIT
 * Property tests of lib/trace: a trace that is cut at any byte, or has any bit
 * changed, is read up to the damage, and the damage is named. */
#include "config.h"

#include "lib/trace/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/trace/writer.h"
#include "testsuite/unit/trace_builder.h"

/* The output of a reader: the bytes of the records, and its last words. */
struct delivered {
	uint8_t records[4096];
	size_t size;
	size_t block_end[8]; /* SIZE after each block */
	size_t blocks;
	int result; /* of the last trace_next_block; -2: it was not opened */
	bool complete;
	struct error err;
	char reason[160]; /* why it is incomplete */
};

/* Reads the trace in SIZE bytes at a place of just that size, so that a
 * sanitizer sees a read behind its end. */
static void deliver_by(const uint8_t *bytes, size_t size, bool ahead,
	struct delivered *delivered)
{
	uint8_t *copy = malloc(size ? size : 1);
	struct trace_reader *reader;
	struct trace_view view;

	memcpy(copy, bytes, size);
	memset(delivered, 0, sizeof(*delivered));
	delivered->result = -2;
	reader = trace_builder_open(copy, size, &delivered->err);
	if (reader && ahead)
		assert_true(trace_read_ahead(reader));
	while (reader && (delivered->result = trace_next_block(
				  reader, &view, &delivered->err)) > 0) {
		struct trace_cursor cursor;
		const uint8_t *record;
		trace_cursor_init(&cursor, &view);
		while ((record = trace_cursor_next(&cursor)) != NULL) {
			size_t length = (size_t)(cursor.next - record);
			memcpy(delivered->records + delivered->size, record,
				length);
			delivered->size += length;
		}
		delivered->block_end[delivered->blocks++] = delivered->size;
	}
	if (reader) {
		delivered->complete = trace_is_complete(reader);
		if (!delivered->complete)
			strcpy(delivered->reason,
				trace_incomplete_reason(reader));
	}
	trace_close(reader);
	free(copy);
}

/* A thread that reads ahead changes nothing. */
static void deliver(
	const uint8_t *bytes, size_t size, struct delivered *delivered)
{
	struct delivered ahead;

	deliver_by(bytes, size, true, &ahead);
	deliver_by(bytes, size, false, delivered);
	assert_memory_equal(delivered, &ahead, sizeof ahead);
}

/* GOT is a prefix of WHOLE and says what it must of its end. */
static void expect_prefix(const struct delivered *got,
	const struct delivered *whole, const char *what, size_t at)
{
	if (got->size > whole->size ||
		memcmp(got->records, whole->records, got->size) != 0)
		fail_msg("%s at %zu: %zu bytes of records are no prefix", what,
			at, got->size);
	if (got->complete && got->size != whole->size)
		fail_msg("%s at %zu: called complete", what, at);
	if ((got->result < 0) != (got->err.text[0] != '\0'))
		fail_msg("%s at %zu: result %d, \"%s\"", what, at, got->result,
			got->err.text);
}

/* Which block of SAMPLE the byte AT is in; -1: the header. */
static int block_of(const struct trace_builder *sample, size_t at)
{
	size_t offset = TRACE_HEADER_BYTES;
	int block = -1;

	while (offset <= at && offset < sample->size) {
		struct trace_block head;
		memcpy(&head, sample->bytes + offset, sizeof(head));
		offset += sizeof(head) + head.payload_bytes;
		block++;
	}
	return block;
}

/* Size of the records before BLOCK. */
static size_t size_before(const struct delivered *whole, int block)
{
	return block > 0 ? whole->block_end[block - 1] : 0;
}

static void a_trace_cut_at_any_byte_is_read_up_to_the_cut(void **state)
{
	struct trace_builder sample;
	struct delivered whole;
	struct delivered got;

	(void)state;
	trace_builder_sample(&sample);
	deliver(sample.bytes, sample.size, &whole);
	assert_int_equal(whole.result, 0);
	assert_true(whole.complete);
	for (size_t cut = 0; cut < sample.size; cut++) {
		int block = block_of(&sample, cut);
		bool between = block > block_of(&sample, cut - 1);
		char at[64];
		snprintf(at, sizeof(at), "it ends at byte %zu, ", cut);
		deliver(sample.bytes, cut, &got);
		if (between && strstr(got.reason, at) == NULL)
			fail_msg("cut at %zu: \"%s\"", cut, got.reason);
		expect_prefix(&got, &whole, "cut", cut);
		assert_int_equal(got.size, size_before(&whole, block));
		assert_int_equal(got.result, block < 0 ? -2 : between ? 0 : -1);
		snprintf(at, sizeof(at), "damaged at byte %zu: ", cut);
		if (cut == 0)
			assert_non_null(strstr(got.err.text, "it is empty"));
		else if (cut < sizeof(TRACE_MAGIC))
			assert_non_null(strstr(got.err.text, TRACE_MAGIC));
		else if (!between && strstr(got.err.text, at) == NULL)
			fail_msg("cut at %zu: \"%s\"", cut, got.err.text);
	}
	trace_builder_release(&sample);
}

static void a_changed_bit_loses_its_block_and_those_behind(void **state)
{
	struct trace_builder sample;
	struct delivered whole;
	struct delivered got;

	(void)state;
	trace_builder_sample(&sample);
	deliver(sample.bytes, sample.size, &whole);
	for (size_t at = 0; at < sample.size; at++) {
		int block = block_of(&sample, at);
		/* Most of the header is the empty end of the command. */
		int bits = at > 64 && at < TRACE_HEADER_BYTES - 8 ? 1 : 8;
		for (int bit = 0; bit < bits; bit++) {
			sample.bytes[at] ^= 1 << bit;
			deliver(sample.bytes, sample.size, &got);
			sample.bytes[at] ^= 1 << bit;
			expect_prefix(&got, &whole, "bit", at);
			assert_int_equal(got.size, size_before(&whole, block));
			assert_int_equal(got.result, block < 0 ? -2 : -1);
		}
	}
	trace_builder_release(&sample);
}

static void a_changed_word_is_caught_like_a_bit(void **state)
{
	static const uint8_t word[2][8] = {
		{0}, {255, 255, 255, 255, 255, 255, 255, 255}};
	struct trace_builder sample;
	struct delivered whole;
	struct delivered got;

	(void)state;
	trace_builder_sample(&sample);
	deliver(sample.bytes, sample.size, &whole);
	for (size_t at = TRACE_HEADER_BYTES; at < sample.size; at += 8)
		for (int i = 0; i < 2; i++) {
			uint8_t kept[8];
			memcpy(kept, sample.bytes + at, 8);
			memcpy(sample.bytes + at, word[i], 8);
			deliver(sample.bytes, sample.size, &got);
			expect_prefix(&got, &whole, "word", at);
			if (memcmp(kept, word[i], 8) != 0)
				assert_int_equal(got.result, -1);
			memcpy(sample.bytes + at, kept, 8);
		}
	trace_builder_release(&sample);
}

/* Compresses SAMPLE. Returns a malloc'ed copy of the file. */
static uint8_t *compress(const struct trace_builder *sample, size_t *size)
{
	char path[] = "/tmp/retread-test.XXXXXX";
	struct error err = {{0}};
	struct trace_header header;
	struct trace_reader *reader =
		trace_builder_open(sample->bytes, sample->size, &err);
	struct trace_writer *writer;
	struct trace_view view;
	uint8_t *bytes = memory_alloc(sample->size);
	FILE *file;

	close(mkstemp(path));
	trace_builder_header(&header);
	writer = trace_writer_open(path, &header, 1, &err);
	while (trace_next_block(reader, &view, &err) > 0)
		trace_writer_append(
			writer, view.records, view.size, view.clock, &err);
	assert_int_equal(trace_writer_finish(writer, &err), 0);
	trace_writer_free(writer);
	trace_close(reader);
	file = fopen(path, "rb");
	*size = fread(bytes, 1, sample->size, file);
	fclose(file);
	unlink(path);
	return bytes;
}

static void a_cut_compressed_trace_is_read_up_to_the_cut(void **state)
{
	struct trace_builder sample;
	struct delivered whole;
	struct delivered got;
	size_t blocks = 0;
	size_t size;
	uint8_t *bytes;

	(void)state;
	trace_builder_sample(&sample);
	deliver(sample.bytes, sample.size, &whole);
	bytes = compress(&sample, &size);
	for (size_t cut = 0; cut < size; cut++) {
		deliver(bytes, cut, &got);
		expect_prefix(&got, &whole, "zstd cut", cut);
		/* No cut goes unnoticed, and longer files never give less. */
		assert_true(got.result < 0);
		if (cut >= sizeof(TRACE_MAGIC) + 16)
			assert_non_null(strstr(
				got.err.text, "ends within a zstd frame"));
		assert_true(got.blocks >= blocks);
		blocks = got.blocks;
	}
	/* Every block was there before the frame's own end was. */
	assert_int_equal(blocks, whole.blocks);
	deliver(bytes, size, &got);
	assert_int_equal(got.size, whole.size);
	assert_true(got.complete);
	free(bytes);
	trace_builder_release(&sample);
}

static void a_changed_bit_in_a_compressed_trace_is_caught(void **state)
{
	struct trace_builder sample;
	struct delivered whole;
	struct delivered got;
	size_t size;
	uint8_t *bytes;

	(void)state;
	trace_builder_sample(&sample);
	deliver(sample.bytes, sample.size, &whole);
	bytes = compress(&sample, &size);
	for (size_t at = 0; at < size; at++)
		for (int bit = 0; bit < 8; bit++) {
			bytes[at] ^= 1 << bit;
			deliver(bytes, size, &got);
			bytes[at] ^= 1 << bit;
			expect_prefix(&got, &whole, "zstd bit", at);
		}
	free(bytes);
	trace_builder_release(&sample);
}

static void what_follows_a_compressed_trace_is_damage(void **state)
{
	struct trace_builder sample;
	struct delivered whole;
	struct delivered got;
	size_t size;
	uint8_t *bytes;

	(void)state;
	trace_builder_sample(&sample);
	deliver(sample.bytes, sample.size, &whole);
	bytes = compress(&sample, &size);
	memcpy(bytes + size, "garbage!", 8);
	deliver(bytes, size + 8, &got);
	expect_prefix(&got, &whole, "garbage", size);
	assert_int_equal(got.result, -1);
	assert_int_equal(got.size, whole.size);
	assert_non_null(strstr(got.err.text, "zstd says: "));
	free(bytes);
	trace_builder_release(&sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_trace_cut_at_any_byte_is_read_up_to_the_cut),
		cmocka_unit_test(
			a_changed_bit_loses_its_block_and_those_behind),
		cmocka_unit_test(a_changed_word_is_caught_like_a_bit),
		cmocka_unit_test(a_cut_compressed_trace_is_read_up_to_the_cut),
		cmocka_unit_test(a_changed_bit_in_a_compressed_trace_is_caught),
		cmocka_unit_test(what_follows_a_compressed_trace_is_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
