/* SPDX-License-Identifier: MIT
 * Tests of lib/trace and lib/trace_writer: what is written is read, and what
 * no recorder writes is refused. */
#include "config.h"

#include "lib/trace/trace.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/trace/writer.h"
#include "testsuite/unit/trace_builder.h"

/* The types of all records of SAMPLE in order, by name. */
static const char sample_records[] =
	"module map site site site thread test call enter alloc realloc free "
	"read read read return skip rebase read string lost test unmap "
	"thread-end "
	"exit ";

/* Appends to NAMES, and checks each record's clock. Returns the last result of
 * trace_next_block. */
static int list_records(
	struct trace_reader *reader, char *names, struct error *err)
{
	struct trace_view view;
	uint64_t clock = 1;
	int got;

	*names = '\0';
	while ((got = trace_next_block(reader, &view, err)) > 0) {
		struct trace_cursor cursor;
		const void *record;
		trace_cursor_init(&cursor, &view);
		while ((record = trace_cursor_next(&cursor)) != NULL) {
			unsigned int type = trace_record_is_read(record)
						    ? 0
						    : trace_record_type(record);
			if (type == TRACE_SKIP)
				clock += ((const struct trace_skip *)record)
						 ->clocks;
			assert_int_equal(
				trace_cursor_clock(&cursor, record), clock);
			clock = trace_cursor_clock_after(&cursor);
			strcat(strcat(names, trace_record_name(type)), " ");
		}
	}
	return got;
}

static void every_record_is_read_as_it_was_written(void **state)
{
	struct trace_builder builder;
	struct trace_reader *reader;
	struct error err = {{0}};
	char names[1024];

	(void)state;
	trace_builder_sample(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_non_null(reader);
	assert_int_equal(trace_header(reader)->pid, 4711);
	assert_string_equal(trace_header(reader)->command, "./subject");
	assert_int_equal(list_records(reader, names, &err), 0);
	assert_string_equal(names, sample_records);
	assert_true(trace_is_complete(reader));
	assert_null(trace_incomplete_reason(reader));
	assert_int_equal(trace_offset(reader), builder.size);
	assert_int_equal(trace_site_flags(reader, 3),
		TRACE_SITE_CALL | TRACE_SITE_DEFINED);
	assert_int_equal(trace_site_flags(reader, 4), 0);
	trace_close(reader);
	trace_builder_release(&builder);
}

static void fields_keep_their_values(void **state)
{
	struct trace_builder builder;
	struct trace_view view;
	struct trace_cursor cursor;
	struct error err = {{0}};
	const struct trace_read *read = NULL;
	const struct trace_module *module;
	struct trace_reader *reader;

	(void)state;
	trace_builder_sample(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_int_equal(trace_next_block(reader, &view, &err), 1);
	assert_int_equal(
		view.offset, TRACE_HEADER_BYTES + sizeof(struct trace_block));
	trace_cursor_init(&cursor, &view);
	module = trace_cursor_next(&cursor);
	assert_string_equal(module->path, "/opt/subject");
	assert_int_equal(module->end, 0x402000);
	while (trace_cursor_next(&cursor) != NULL)
		;
	assert_int_equal(trace_next_block(reader, &view, &err), 1);
	assert_int_equal(view.sequence, 1);
	trace_cursor_init(&cursor, &view);
	for (int i = 0; i < 6; i++)
		read = trace_cursor_next(&cursor);
	assert_int_equal(read->site, 2);
	assert_int_equal(read->address, 0x601010);
	assert_int_equal(read->value, 0x5000010);
	assert_int_equal(trace_stamp_clock(read->stamp, 100), 140);
	assert_int_equal(trace_stamp_clock(0, 100), 0);
	trace_close(reader);
	trace_builder_release(&builder);
}

/* Opens TRACE, which has good checksums, and expects that LISTED is read and
 * then CAUSE is said about byte OFFSET of it. */
static void expect_damage(struct trace_builder *trace, const char *listed,
	size_t offset, const char *cause)
{
	struct error err = {{0}};
	struct trace_reader *reader =
		trace_builder_open(trace->bytes, trace->size, &err);
	char at[64];
	char names[1024];
	struct trace_view view;

	assert_non_null(reader);
	snprintf(at, sizeof(at), ": damaged at byte %zu: ", offset);
	assert_int_equal(list_records(reader, names, &err), -1);
	assert_string_equal(names, listed);
	if (strstr(err.text, at) == NULL || strstr(err.text, cause) == NULL)
		fail_msg("expected \"%s... %s\", got \"%s\"", at, cause,
			err.text);
	assert_false(trace_is_complete(reader));
	assert_non_null(
		strstr(trace_incomplete_reason(reader), "it is damaged"));
	/* And it stays so. */
	memset(&err, 0, sizeof(err));
	assert_int_equal(trace_next_block(reader, &view, &err), -1);
	assert_non_null(strstr(err.text, cause));
	trace_close(reader);
}

#define TAG(type) (TRACE_TAG_BASE | (type))

/* Records that cannot be, as 32-bit words; and what is said about them. They
 * stand behind definitions of site 1 (reads), 2 (reads values), 3 (calls). */
static const struct {
	const char *cause;
	uint32_t word[16];
	size_t words;
} bad_records[] = {
	{"no record begins with 0xffffff7f", {0xffffff7f, 0}, 2},
	{"no record begins with 0xffff0000", {0xffff0000, 0}, 2},
	{"no record begins with 0xffffff00", {TRACE_TAG_BASE, 0}, 2},
	{"no record begins with 0xffffff16", {TAG(TRACE_RECORD_LIMIT), 0}, 2},
	{"a read at site 4, which is not defined", {4, 0, 0, 0}, 4},
	{"a read at site 3, which does not read", {3, 0, 0, 0}, 4},
	{"a read at site 1 that the block cuts", {1, 0}, 2},
	{"a read at site 2 that the block cuts", {2, 0, 0, 0}, 4},
	{"a call record of 56 bytes where its block ends after 8",
		{TAG(TRACE_CALL), 0}, 2},
	{"a call at site 9, which is not defined",
		{TAG(TRACE_CALL), 9, [13] = 0}, 14},
	{"a call at site 1, which does not call",
		{TAG(TRACE_CALL), 1, [13] = 0}, 14},
	{"a call at site 1, which does not call",
		{TAG(TRACE_ENTER), 1, [11] = 0}, 12},
	{"a return from 0 activations", {TAG(TRACE_RETURN), 0}, 2},
	{"a thread of number 0", {TAG(TRACE_THREAD), 0}, 2},
	{"a thread of number 0", {TAG(TRACE_THREAD_END), 0}, 2},
	{"a heap block of unknown kind 6", {TAG(TRACE_ALLOC), 6, [5] = 0}, 6},
	{"a heap block of unknown kind 7", {TAG(TRACE_FREE), 7, [3] = 0}, 4},
	{"does not fit in memory",
		{TAG(TRACE_ALLOC), 0, 0, 0xffffffff, 0, 0xffffffff}, 6},
	{"does not fit in memory",
		{TAG(TRACE_REALLOC), 0, 0, 0, 0, 0xffffffff, 0, 0xffffffff}, 8},
	{"a range from 0x20 to 0x10", {TAG(TRACE_MAP), 0, 0x20, 0, 0x10, 0}, 6},
	{"a range from 0x20 to 0x10", {TAG(TRACE_UNMAP), 0, 0x20, 0, 0x10, 0},
		6},
	{"0 calls left out, of 7 clocks", {TAG(TRACE_SKIP), 0, 7, 0}, 4},
	{"1 calls left out, of 1048577 clocks",
		{TAG(TRACE_SKIP), 1, 1048577, 0}, 4},
	{"0 reads more at site 1", {TAG(TRACE_STAY), 1, 0, 0}, 4},
	{"3 reads more at site 3", {TAG(TRACE_STAY), 3, 3, 0}, 4},
	{"a run of 1 reads at site 1", {TAG(TRACE_RUN), 1, 0, 1, [7] = 0}, 8},
	{"a run of 3 reads at site 2", {TAG(TRACE_RUN), 2, 0, 3, [7] = 0}, 8},
	{"a run of 4294967295 reads at site 1",
		{TAG(TRACE_RUN), 1, 0, 0xffffffff, [7] = 0}, 8},
	{"stamps count from clock 4294967296, which is to come",
		{TAG(TRACE_REBASE), 0, 0, 1}, 4},
	{"events lost for unknown reason 0", {TAG(TRACE_LOST), 0}, 2},
	{"events lost for unknown reason 4", {TAG(TRACE_LOST), 4}, 2},
	{"an exit by signal -2", {TAG(TRACE_EXIT), 0, 0, -2u}, 4},
	{"a test record of 0 bytes", {TAG(TRACE_TEST), 0}, 2},
	{"a test record of 12 bytes", {TAG(TRACE_TEST), 12, 0, 0}, 4},
	{"a test record of 4294967288 bytes where its block ends after 16",
		{TAG(TRACE_TEST), 0xfffffff8, 0, 0}, 4},
	{"a string without end", {TAG(TRACE_TEST), 8}, 2},
	{"a file record of 4 bytes", {TAG(TRACE_FILE), 4}, 2},
	{"a string without end", {TAG(TRACE_TEST), 16, 0x41414141, 0x41414141},
		4},
	{"a string without end", {TAG(TRACE_MODULE), 32, 0, 0, 1, 0, 0, 0}, 8},
	{"a string without end", {TAG(TRACE_MODULE), 8}, 2},
	{"a module from 0x1 to 0x1",
		{TAG(TRACE_MODULE), 40, 1, 0, 1, 0, 0, 0, 0, 0}, 10},
	{"a site record of 8 bytes", {TAG(TRACE_SITE), 8}, 2},
	{"a site record of 32 bytes",
		{TAG(TRACE_SITE), 32, 0, 0, 4, 0x10008, 1, 0}, 8},
	{"a site record of 32 bytes",
		{TAG(TRACE_SITE), 32, 0, 0, 4, 0x10008, 0xffffffff, 0}, 8},
	{"site 0 does not follow 3 sites",
		{TAG(TRACE_SITE), 32, 0, 0, 0, 0x10008, 0, 0}, 8},
	{"site 4294967295 does not follow 3 sites",
		{TAG(TRACE_SITE), 32, 0, 0, 0xffffffff, 0x10008, 0, 0}, 8},
	{"site 1 is defined a second time",
		{TAG(TRACE_SITE), 32, 0, 0, 1, 0x10008, 0, 0}, 8},
	{"site 4 has unknown flags 0x10",
		{TAG(TRACE_SITE), 32, 0, 0, 4, 0x100008, 0, 0}, 8},
	{"site 4 has unknown base register 17",
		{TAG(TRACE_SITE), 32, 0, 0, 4, 0x11010008, 0, 0}, 8},
};

static void records_that_cannot_be_are_refused_where_they_stand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad_records) / sizeof(bad_records[0]);
		i++) {
		struct trace_builder builder;
		size_t offset;
		trace_builder_init(&builder);
		trace_builder_site(&builder, 1, 0x400100, TRACE_SITE_READ);
		trace_builder_site(&builder, 2, 0x400100,
			TRACE_SITE_READ | TRACE_SITE_VALUE);
		trace_builder_site(&builder, 3, 0x400100, TRACE_SITE_CALL);
		trace_builder_read(&builder, 1, 0, 0x601000);
		offset = builder.size + sizeof(struct trace_block);
		trace_builder_add(&builder, bad_records[i].word,
			bad_records[i].words * sizeof(uint32_t));
		trace_builder_block(&builder);
		expect_damage(&builder, "site site site read ", offset,
			bad_records[i].cause);
		trace_builder_release(&builder);
	}
}

static void sites_may_come_a_little_out_of_order(void **state)
{
	struct trace_builder builder;
	struct trace_reader *reader;
	struct error err = {{0}};
	char names[1024];

	(void)state;
	trace_builder_init(&builder);
	trace_builder_site(&builder, 2, 0x400100, TRACE_SITE_READ);
	trace_builder_read(&builder, 2, 0, 0x601000);
	trace_builder_site(&builder, 1, 0x400100, TRACE_SITE_READ);
	trace_builder_read(&builder, 1, 0, 0x601000);
	trace_builder_block(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_int_equal(list_records(reader, names, &err), 0);
	assert_string_equal(names, "site read site read ");
	trace_close(reader);
	trace_builder_release(&builder);
}

static void what_is_folded_keeps_its_clocks(void **state)
{
	struct trace_stay stay = {TAG(TRACE_STAY), 1, 3, 9 << 2};
	struct trace_run run = {
		TAG(TRACE_RUN), 1, 0, 5, trace_late_address(0x602000, -2), 8};
	/* The site has 6 clocks; the first read is 6 later than its place, as after three
	 * that are not there; STAY, of which the next record takes the 2 clocks back; five
	 * reads of the run, one more. */
	static const uint64_t after[] = {7, 15, 17, 25, 27};
	struct trace_builder builder;
	struct trace_reader *reader;
	struct trace_cursor cursor;
	struct trace_view view;
	struct error err = {{0}};
	size_t count = 0;

	(void)state;
	trace_builder_init(&builder);
	trace_builder_site(&builder, 1, 0x400100, TRACE_SITE_READ);
	trace_builder_read(&builder, 1, 0, trace_late_address(0x601000, 6));
	trace_builder_add(&builder, &stay, sizeof stay);
	trace_builder_add(&builder, &run, sizeof run);
	trace_builder_read(&builder, 1, 0, 0x603000);
	trace_builder_block(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_int_equal(trace_next_block(reader, &view, &err), 1);
	trace_cursor_init(&cursor, &view);
	while (trace_cursor_next(&cursor))
		assert_int_equal(
			trace_cursor_clock_after(&cursor), after[count++]);
	assert_int_equal(count, sizeof after / sizeof after[0]);
	trace_close(reader);
	trace_builder_release(&builder);
}

/* Changes the block that is to be of the open records: its head's word at
 * FIELD becomes VALUE, the checksum is right again. */
static void close_block_with(
	struct trace_builder *builder, size_t field, uint32_t value)
{
	struct trace_block block;
	size_t at = builder->records;

	trace_builder_block(builder);
	memcpy(&block, builder->bytes + at, sizeof(block));
	memcpy((char *)&block + field, &value, sizeof(value));
	block.head_checksum = trace_checksum(
		&block, offsetof(struct trace_block, head_checksum));
	memcpy(builder->bytes + at, &block, sizeof(block));
}

static void blocks_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *cause;
		size_t field;
		uint32_t value;
	} bad[] = {
		{"no block begins here: its first word is 0x12345678",
			offsetof(struct trace_block, magic), 0x12345678},
		{"block 2 stands where block 1 should",
			offsetof(struct trace_block, sequence), 2},
		{"the clock goes back, from 3 to 2",
			offsetof(struct trace_block, clock), 2},
		{"the clock cannot be", offsetof(struct trace_block, clock) + 4,
			0xffffffff},
		{"a payload cannot be 12 bytes long",
			offsetof(struct trace_block, payload_bytes), 12},
		{"a payload cannot be 4294967288 bytes long",
			offsetof(struct trace_block, payload_bytes),
			0xfffffff8},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct trace_builder builder;
		size_t at;
		trace_builder_init(&builder);
		trace_builder_test(&builder, "");
		trace_builder_block(&builder);
		at = builder.size;
		trace_builder_exit(&builder, 0);
		close_block_with(&builder, bad[i].field, bad[i].value);
		expect_damage(&builder, "test ", at, bad[i].cause);
		trace_builder_release(&builder);
	}
}

static void the_clock_may_skip_between_blocks(void **state)
{
	struct trace_builder builder;
	struct trace_reader *reader;
	struct trace_view view;
	struct error err = {{0}};

	(void)state;
	trace_builder_init(&builder);
	trace_builder_block(&builder);
	builder.clock = 1000;
	trace_builder_exit(&builder, 0);
	trace_builder_block(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_int_equal(trace_next_block(reader, &view, &err), 1);
	assert_int_equal(view.size, 0);
	assert_int_equal(trace_next_block(reader, &view, &err), 1);
	assert_int_equal(view.clock, 1000);
	trace_close(reader);
	trace_builder_release(&builder);
}

static void a_zero_word_ends_a_block_and_not_the_trace(void **state)
{
	static const uint64_t rest[3] = {0, 0x1234, 0};
	struct trace_builder builder;
	struct trace_reader *reader;
	struct error err = {{0}};
	char names[1024];

	(void)state;
	trace_builder_init(&builder);
	trace_builder_test(&builder, "a");
	trace_builder_block(&builder);
	trace_builder_exit(&builder, 0);
	trace_builder_add(&builder, rest, sizeof(rest));
	trace_builder_block(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_int_equal(list_records(reader, names, &err), 0);
	assert_string_equal(names, "test exit ");
	assert_true(trace_is_complete(reader));
	trace_close(reader);
	trace_builder_release(&builder);
}

static void a_trace_without_exit_record_is_incomplete(void **state)
{
	struct trace_builder builder;
	struct trace_reader *reader;
	struct error err = {{0}};
	char names[1024];

	(void)state;
	trace_builder_init(&builder);
	trace_builder_exit(&builder, 0);
	trace_builder_test(&builder, "goes on, so exec failed");
	trace_builder_block(&builder);
	reader = trace_builder_open(builder.bytes, builder.size, &err);
	assert_non_null(
		strstr(trace_incomplete_reason(reader), "not read to its end"));
	assert_int_equal(list_records(reader, names, &err), 0);
	assert_string_equal(names, "exit test ");
	assert_false(trace_is_complete(reader));
	assert_non_null(strstr(
		trace_incomplete_reason(reader), "without an exit record"));
	trace_close(reader);
	trace_builder_release(&builder);
}

/* Opens a sample whose header's word at FIELD is VALUE, checksum right. */
static void expect_header_refused(
	size_t field, uint32_t value, const char *cause)
{
	struct trace_builder builder;
	struct trace_header header;
	struct error err = {{0}};

	trace_builder_sample(&builder);
	memcpy(&header, builder.bytes, sizeof(header));
	memcpy((char *)&header + field, &value, sizeof(value));
	header.checksum = trace_checksum(
		&header, offsetof(struct trace_header, checksum));
	memcpy(builder.bytes, &header, sizeof(header));
	assert_null(trace_builder_open(builder.bytes, builder.size, &err));
	if (strstr(err.text, cause) == NULL)
		fail_msg("expected \"%s\", got \"%s\"", cause, err.text);
	trace_builder_release(&builder);
}

static void headers_of_other_traces_are_refused(void **state)
{
	(void)state;
	expect_header_refused(offsetof(struct trace_header, magic), 0,
		": this is not a trace: it does not begin with RTTRACE");
	expect_header_refused(offsetof(struct trace_header, version), 7,
		"version 7 and this program reads version 1");
	expect_header_refused(offsetof(struct trace_header, header_bytes), 64,
		"a header of 64 bytes");
	expect_header_refused(offsetof(struct trace_header, word_bytes), 4,
		"recorded from a 32-bit program");
	expect_header_refused(offsetof(struct trace_header, command_bytes),
		5000, "a command line of 5000 bytes");
}

static void what_is_no_trace_is_told_from_one(void **state)
{
	static const char ring[TRACE_HEADER_BYTES] = RING_MAGIC;
	struct error err = {{0}};

	(void)state;
	assert_null(trace_builder_open("", 0, &err));
	assert_non_null(strstr(err.text, ": this is not a trace: it is empty"));
	assert_null(trace_builder_open("#!/bin/sh\n", 10, &err));
	assert_non_null(strstr(err.text, "does not begin with RTTRACE"));
	assert_null(trace_builder_open(ring, sizeof(ring), &err));
	assert_non_null(strstr(err.text, "the ring of a recording that runs"));
	assert_null(trace_open_file("/nowhere/t.rt", &err));
	assert_string_equal(err.text,
		"cannot open /nowhere/t.rt: No such file or directory");
	assert_null(trace_open_file("/", &err));
	assert_string_equal(err.text, "/: cannot read: Is a directory");
	assert_null(trace_open_ring("/nowhere/ring", 5, &err));
	assert_string_equal(err.text,
		"/nowhere/ring: no recorder made its ring here in 5 ms");
	trace_close(NULL);
}

/* Writes the blocks of BUILDER with a writer to PATH. */
static void write_again(
	const struct trace_builder *builder, const char *path, int level)
{
	struct error err = {{0}};
	struct trace_header header;
	struct trace_reader *reader =
		trace_builder_open(builder->bytes, builder->size, &err);
	struct trace_writer *writer;
	struct trace_view view;

	trace_builder_header(&header);
	header.checksum = 0;
	writer = trace_writer_open(path, &header, level, &err);
	assert_non_null(writer);
	while (trace_next_block(reader, &view, &err) > 0)
		assert_int_equal(trace_writer_append(writer, view.records,
					 view.size, view.clock, &err),
			0);
	assert_int_not_equal(access(path, F_OK), 0);
	assert_int_equal(trace_writer_finish(writer, &err), 0);
	trace_writer_free(writer);
	trace_close(reader);
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	char *bytes = memory_alloc(1 << 16);

	assert_non_null(file);
	*size = fread(bytes, 1, 1 << 16, file);
	fclose(file);
	return bytes;
}

static void the_writer_writes_what_the_reader_reads(void **state)
{
	struct trace_builder builder;
	char directory[] = "/tmp/retread-test.XXXXXX";
	char *path;

	(void)state;
	assert_non_null(mkdtemp(directory));
	path = memory_format("%s/t.rt", directory);
	trace_builder_sample(&builder);
	for (int level = 0; level <= 3; level++) {
		struct error err = {{0}};
		struct trace_reader *reader;
		char names[1024];
		char *bytes;
		size_t size;
		write_again(&builder, path, level);
		bytes = read_file(path, &size);
		if (level == 0) {
			assert_int_equal(size, builder.size);
			assert_memory_equal(bytes, builder.bytes, size);
		} else {
			assert_in_range(size, 1, builder.size / 4);
		}
		reader = trace_open_file(path, &err);
		assert_non_null(reader);
		assert_int_equal(list_records(reader, names, &err), 0);
		assert_string_equal(names, sample_records);
		assert_true(trace_is_complete(reader));
		trace_close(reader);
		free(bytes);
		unlink(path);
	}
	assert_int_equal(rmdir(directory), 0);
	free(path);
	trace_builder_release(&builder);
}

static void an_unfinished_file_leaves_nothing_behind(void **state)
{
	char directory[] = "/tmp/retread-test.XXXXXX";
	struct trace_header header;
	struct trace_writer *writer;
	struct error err = {{0}};
	char *path;

	(void)state;
	assert_non_null(mkdtemp(directory));
	path = memory_format("%s/t.rt", directory);
	trace_builder_header(&header);
	writer = trace_writer_open(path, &header, 1, &err);
	assert_int_equal(
		trace_writer_append(writer, "12345678", 7, 1, &err), -1);
	assert_non_null(strstr(err.text, "a block of 7 bytes"));
	trace_writer_free(writer);
	assert_int_equal(rmdir(directory), 0);
	assert_null(trace_writer_open(path, &header, 1, &err));
	assert_non_null(strstr(err.text, "cannot write /tmp/retread-test."));
	trace_writer_free(NULL);
	free(path);
}

static void a_full_disk_is_an_error_and_leaves_nothing(void **state)
{
	static const uint64_t records[1024];
	char directory[] = "/tmp/retread-test.XXXXXX";
	struct rlimit old;
	struct rlimit small;
	struct trace_header header;
	struct trace_writer *writer;
	struct error err = {{0}};
	char *path;

	(void)state;
	assert_non_null(mkdtemp(directory));
	path = memory_format("%s/t.rt", directory);
	trace_builder_header(&header);
	writer = trace_writer_open(path, &header, 0, &err);
	getrlimit(RLIMIT_FSIZE, &old);
	small = old;
	small.rlim_cur = 2 * TRACE_HEADER_BYTES;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	assert_int_equal(
		trace_writer_append(writer, records, sizeof(records), 1, &err),
		-1);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_non_null(strstr(err.text, ".tmp: File too large"));
	trace_writer_free(writer);
	assert_int_equal(rmdir(directory), 0);
	free(path);
}

static void a_name_that_is_taken_by_a_directory_is_an_error(void **state)
{
	char directory[] = "/tmp/retread-test.XXXXXX";
	struct trace_header header;
	struct trace_writer *writer;
	struct error err = {{0}};
	char *path;

	(void)state;
	assert_non_null(mkdtemp(directory));
	path = memory_format("%s/t.rt", directory);
	assert_int_equal(mkdir(path, 0700), 0);
	trace_builder_header(&header);
	writer = trace_writer_open(path, &header, 3, &err);
	assert_int_equal(trace_writer_finish(writer, &err), -1);
	assert_non_null(strstr(err.text, "cannot rename"));
	trace_writer_free(writer);
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(rmdir(directory), 0);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_record_is_read_as_it_was_written),
		cmocka_unit_test(fields_keep_their_values),
		cmocka_unit_test(
			records_that_cannot_be_are_refused_where_they_stand),
		cmocka_unit_test(sites_may_come_a_little_out_of_order),
		cmocka_unit_test(what_is_folded_keeps_its_clocks),
		cmocka_unit_test(blocks_that_cannot_be_are_refused),
		cmocka_unit_test(the_clock_may_skip_between_blocks),
		cmocka_unit_test(a_zero_word_ends_a_block_and_not_the_trace),
		cmocka_unit_test(a_trace_without_exit_record_is_incomplete),
		cmocka_unit_test(headers_of_other_traces_are_refused),
		cmocka_unit_test(what_is_no_trace_is_told_from_one),
		cmocka_unit_test(the_writer_writes_what_the_reader_reads),
		cmocka_unit_test(an_unfinished_file_leaves_nothing_behind),
		cmocka_unit_test(a_full_disk_is_an_error_and_leaves_nothing),
		cmocka_unit_test(
			a_name_that_is_taken_by_a_directory_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
