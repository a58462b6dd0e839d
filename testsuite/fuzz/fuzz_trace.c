/* SPDX-License-Identifier: MIT
 * Fuzz target of the trace reader and of what `retread dump` prints.
 *
 *	clang -g -O1 -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -I. \
 *		-IBUILD testsuite/fuzz/fuzz_trace.c \
 *		testsuite/unit/trace_builder.c lib/trace*.c lib/memory.c \
 *		lib/error.c -lzstd -o fuzz_trace
 *	BUILD/testsuite/fuzz/fuzz_trace_check --seeds corpus
 *	./fuzz_trace corpus
 *
 * Checksums would keep a fuzzer out of all that lies behind them, so every
 * input is read three times: as a file; as records, in blocks with good
 * checksums; and as the rest that a dead recorder leaves in its ring. */
#include "config.h"

#include "testsuite/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/trace/block_source.h"
#include "lib/trace/printer.h"
#include "lib/trace/trace.h"
#include "lib/trace/writer.h"
#include "testsuite/unit/trace_builder.h"

static void require(bool truth, const char *sentence)
{
	if (truth)
		return;
	fprintf(stderr, "fuzz_trace: not so: %s\n", sentence);
	abort();
}

/* Reads and prints a trace. Returns how many bytes of records it had. */
static size_t read_trace(const uint8_t *data, size_t size, FILE *out)
{
	struct error err = {{0}};
	struct trace_reader *reader = trace_builder_open(data, size, &err);
	struct trace_printer *printer;
	struct trace_view view;
	size_t bytes = 0;
	int got;

	require(reader || err.text[0], "a refusal has a reason");
	if (!reader)
		return 0;
	printer = trace_printer_new(out);
	trace_printer_print_header(printer, trace_header(reader));
	while ((got = trace_next_block(reader, &view, &err)) > 0) {
		struct trace_cursor cursor;
		const uint8_t *record;
		trace_cursor_init(&cursor, &view);
		while ((record = trace_cursor_next(&cursor)) != NULL) {
			size_t length = (size_t)(cursor.next - record);
			require(length >= 8 && length % 8 == 0,
				"a record is some words long");
			require(cursor.next <= view.records + view.size,
				"a record ends in its block");
			trace_printer_record(printer, record, length,
				trace_cursor_clock(&cursor, record), true);
			bytes += length;
		}
	}
	require((got < 0) == (err.text[0] != '\0'), "damage has a name");
	require(got == 0 || !trace_is_complete(reader),
		"a damaged trace is not complete");
	trace_printer_free(printer);
	trace_close(reader);
	return bytes;
}

/* Takes DATA for records, in blocks of at most BLOCK_BYTES. */
static void read_as_records(
	const uint8_t *data, size_t size, size_t block_bytes, FILE *out)
{
	struct trace_builder builder;

	trace_builder_init(&builder);
	while (size > 0) {
		size_t part = size < block_bytes ? size : block_bytes;
		trace_builder_add(&builder, data, part);
		trace_builder_block(&builder);
		data += part;
		size -= part;
	}
	require(read_trace(builder.bytes, builder.size, out) <= builder.size,
		"no record is read twice");
	trace_builder_release(&builder);
}

static void read_as_ring_rest(const uint8_t *data, size_t size)
{
	static struct trace_reader reader;

	require(trace_records_salvage(&reader, data, size) <= size,
		"what is saved was there");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *out;
	size_t words = size / 8 * 8;
	/* Aligned, and of just this size. */
	uint8_t *copy = memory_alloc(words);

	if (!out)
		out = fopen("/dev/null", "w");
	memcpy(copy, data, words);
	read_trace(data, size, out);
	read_as_records(copy, words, words ? words : 8, out);
	read_as_records(copy, words, 512, out);
	read_as_ring_rest(copy, words);
	free(copy);
	return 0;
}

const int fuzz_changed_inputs = 20000;
const char *const fuzz_seed_names[] = {
	"sample.rt", "sample.rt.zst", "records", NULL};

/* The blocks of BUILDER's trace, compressed. */
static uint8_t *compress(const struct trace_builder *builder, size_t *size)
{
	char path[] = "/tmp/retread-fuzz.XXXXXX";
	struct error err = {{0}};
	struct trace_reader *reader =
		trace_builder_open(builder->bytes, builder->size, &err);
	struct trace_writer *writer;
	struct trace_view view;
	uint8_t *bytes = memory_alloc(builder->size);
	FILE *file;
	int descriptor = mkstemp(path);

	require(descriptor >= 0 && reader, "seeds can be made");
	close(descriptor);
	writer = trace_writer_open(path, trace_header(reader), 1, &err);
	while (trace_next_block(reader, &view, &err) > 0)
		trace_writer_append(
			writer, view.records, view.size, view.clock, &err);
	require(trace_writer_finish(writer, &err) == 0, "a seed is written");
	trace_writer_free(writer);
	trace_close(reader);
	file = fopen(path, "rb");
	*size = fread(bytes, 1, builder->size, file);
	fclose(file);
	unlink(path);
	return bytes;
}

/* The records of BUILDER's trace without what frames them. */
static uint8_t *strip(const struct trace_builder *builder, size_t *size)
{
	struct error err = {{0}};
	struct trace_reader *reader =
		trace_builder_open(builder->bytes, builder->size, &err);
	uint8_t *bytes = memory_alloc(builder->size);
	struct trace_view view;

	*size = 0;
	while (trace_next_block(reader, &view, &err) > 0) {
		memcpy(bytes + *size, view.records, view.size);
		*size += view.size;
	}
	trace_close(reader);
	return bytes;
}

uint8_t *fuzz_make_seed(size_t index, size_t *size)
{
	struct trace_builder builder;
	uint8_t *seed;

	trace_builder_sample(&builder);
	if (index == 0) {
		seed = memory_alloc(builder.size);
		memcpy(seed, builder.bytes, builder.size);
		*size = builder.size;
	} else {
		seed = index == 1 ? compress(&builder, size)
				  : strip(&builder, size);
	}
	trace_builder_release(&builder);
	return seed;
}
