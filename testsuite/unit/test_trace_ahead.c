/* SPDX-License-Identifier: MIT
 * Tests of lib/trace with a second thread: it changes nothing but the time. What it does
 * with damaged traces is in test_trace_damage.c. */
#include "config.h"

#include "lib/trace/trace.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/trace/handover.h"
#include "lib/trace/writer.h"
#include "lib/whole_file.h"
#include "testsuite/unit/trace_builder.h"

#define MANY_BLOCKS 100

/* Blocks of very different sizes, some larger than all that is read ahead. */
static void build_many(struct trace_builder *builder)
{
	trace_builder_init(builder);
	trace_builder_site(builder, 1, 0x401000, TRACE_SITE_READ);
	for (unsigned block = 0; block < MANY_BLOCKS; block++) {
		unsigned reads = block % 30 == 7 ? 100000 : 1 + 40 * block;
		for (unsigned i = 0; i < reads; i++)
			trace_builder_read(builder, 1, 0, 0x600000 + 8 * i);
		trace_builder_block(builder);
	}
	trace_builder_exit(builder, 0);
	trace_builder_block(builder);
}

/* Writes the blocks of READER to PATH, BESIDE or not. Returns what PATH then has. */
static uint8_t *copy_blocks(struct trace_reader *reader, const char *path,
	bool beside, size_t *size)
{
	struct error err = {{0}};
	struct trace_writer *writer =
		trace_writer_open(path, trace_header(reader), 1, &err);
	struct trace_view view;
	uint8_t *bytes;

	assert_non_null(writer);
	if (beside)
		assert_true(trace_writer_beside(writer));
	while (trace_next_block(reader, &view, &err) > 0)
		assert_int_equal(trace_writer_append(writer, view.records,
					 view.size, view.clock, &err),
			0);
	assert_string_equal(err.text, "");
	assert_int_equal(trace_writer_finish(writer, &err), 0);
	trace_writer_free(writer);
	assert_int_equal(
		whole_file_read(path, SIZE_MAX / 2, &bytes, size, &err), 0);
	unlink(path);
	return bytes;
}

static void two_threads_read_and_write_the_same(void **state)
{
	char path[] = "/tmp/retread-test.XXXXXX";
	struct trace_builder builder;
	struct error err = {{0}};
	uint8_t *copy[2];
	size_t size[2];

	(void)state;
	close(mkstemp(path));
	build_many(&builder);
	for (int i = 0; i < 2; i++) {
		struct trace_reader *reader =
			trace_builder_open(builder.bytes, builder.size, &err);

		assert_non_null(reader);
		assert_int_equal(trace_bytes_ahead(reader), 0);
		if (i == 1)
			assert_true(trace_read_ahead(reader));
		copy[i] = copy_blocks(reader, path, i == 1, &size[i]);
		assert_in_range(trace_bytes_ahead(reader), 0,
			HANDOVER_SLOTS * TRACE_AHEAD_BYTES);
		trace_close(reader);
	}
	assert_int_equal(size[0], size[1]);
	assert_memory_equal(copy[0], copy[1], size[0]);
	free(copy[0]);
	free(copy[1]);
	trace_builder_release(&builder);
}

static void a_reader_ahead_may_be_closed_at_any_block(void **state)
{
	struct trace_builder builder;
	struct error err = {{0}};
	struct trace_view view;

	(void)state;
	build_many(&builder);
	for (int blocks = 0; blocks < 12; blocks++) {
		struct trace_reader *reader =
			trace_builder_open(builder.bytes, builder.size, &err);

		assert_true(trace_read_ahead(reader));
		for (int i = 0; i < blocks; i++)
			assert_int_equal(
				trace_next_block(reader, &view, &err), 1);
		trace_close(reader);
	}
	trace_builder_release(&builder);
}

static void a_pipe_is_not_read_ahead(void **state)
{
	struct trace_builder builder;
	struct trace_reader *reader;
	struct error err = {{0}};
	struct trace_view view;
	char *path;
	int ends[2], blocks = 0;

	(void)state;
	trace_builder_sample(&builder);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], builder.bytes, builder.size),
		(ssize_t)builder.size);
	close(ends[1]);
	path = memory_format("/proc/self/fd/%d", ends[0]);
	reader = trace_open_file(path, &err);
	assert_non_null(reader);
	assert_false(trace_read_ahead(reader));
	while (trace_next_block(reader, &view, &err) > 0)
		blocks++;
	assert_int_equal(blocks, 3);
	trace_close(reader);
	close(ends[0]);
	free(path);
	trace_builder_release(&builder);
}

static void a_disk_that_gets_full_is_told_sooner_or_later(void **state)
{
	static const uint64_t records[1024];
	char directory[] = "/tmp/retread-test.XXXXXX";
	struct rlimit old, small;
	struct trace_header header;
	struct trace_writer *writer;
	struct error err = {{0}};
	char *path;
	int status = 0;

	(void)state;
	assert_non_null(mkdtemp(directory));
	path = memory_format("%s/t.rt", directory);
	trace_builder_header(&header);
	writer = trace_writer_open(path, &header, 0, &err);
	assert_true(trace_writer_beside(writer));
	getrlimit(RLIMIT_FSIZE, &old);
	small = old;
	small.rlim_cur = 2 * TRACE_HEADER_BYTES;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	for (unsigned i = 0; i < 2 * HANDOVER_SLOTS && status == 0; i++)
		status = trace_writer_append(
			writer, records, sizeof(records), i + 1, &err);
	assert_int_equal(status, -1);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_non_null(strstr(err.text, ".tmp: File too large"));
	trace_writer_free(writer);
	assert_int_equal(rmdir(directory), 0);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_threads_read_and_write_the_same),
		cmocka_unit_test(a_reader_ahead_may_be_closed_at_any_block),
		cmocka_unit_test(a_pipe_is_not_read_ahead),
		cmocka_unit_test(a_disk_that_gets_full_is_told_sooner_or_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
