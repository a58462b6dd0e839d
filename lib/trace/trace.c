/* SPDX-License-Identifier: MIT
 * The trace reader: what files and rings have in common. */
#include "config.h"

#include "lib/trace/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/memory.h"

int trace_header_check(const struct trace_header *header, struct error *err)
{
	if (header->checksum !=
		trace_checksum(header, offsetof(struct trace_header, checksum)))
		return error_set(err, "damaged at byte 0: the header does not "
				      "match its checksum");
	if (header->version != TRACE_VERSION)
		return error_set(err,
			"it is a trace of version %u and this program reads "
			"version %d: use the retread that recorded it",
			header->version, TRACE_VERSION);
	if (header->header_bytes != TRACE_HEADER_BYTES)
		return error_set(err,
			"damaged at byte 12: a header of %u bytes, not %d",
			header->header_bytes, TRACE_HEADER_BYTES);
	if (header->word_bytes != 8)
		return error_set(err,
			"it was recorded from a %u-bit program; only 64-bit "
			"ones can be read",
			header->word_bytes * 8);
	if (header->command_bytes > sizeof header->command)
		return error_set(err,
			"damaged at byte 28: a command line of %u bytes",
			header->command_bytes);
	return 0;
}

int trace_block_check(
	struct trace_reader *reader, const struct trace_block *block)
{
	if (block->sequence != reader->sequence)
		return trace_reader_damage(reader, reader->offset,
			"block %u stands where block %u should",
			block->sequence, reader->sequence);
	if (block->clock < reader->clock)
		return trace_reader_damage(reader, reader->offset,
			"the clock goes back, from %llu to %llu",
			(unsigned long long)reader->clock, block->clock);
	if (block->payload_bytes % 8 != 0 ||
		block->payload_bytes > TRACE_PAYLOAD_LIMIT)
		return trace_reader_damage(reader, reader->offset,
			"a payload cannot be %u bytes long",
			block->payload_bytes);
	if (block->clock > UINT64_MAX / 2)
		return trace_reader_damage(reader, reader->offset,
			"the clock cannot be %llu", block->clock);
	return 0;
}

void trace_block_accept(struct trace_reader *reader, struct trace_view *view,
	const void *records, size_t size, uint64_t clock)
{
	view->records = records;
	view->size = size;
	view->clock = clock;
	view->offset = reader->offset;
	view->sequence = reader->sequence;
	view->reader = reader;
	reader->sequence++;
	reader->offset += size;
	reader->clock = clock + size / 8;
	reader->records_end = reader->offset;
}

int trace_reader_damage(
	struct trace_reader *reader, uint64_t offset, const char *format, ...)
{
	char what[512];
	va_list arguments;

	if (reader->failed)
		return -1;
	reader->failed = true;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	snprintf(reader->incomplete, sizeof reader->incomplete,
		"it is damaged at byte %llu", (unsigned long long)offset);
	return error_set(&reader->failure,
		"%s: damaged at byte %llu: %s; what stands before was read",
		reader->name, (unsigned long long)offset, what);
}

int trace_reader_end(struct trace_reader *reader, const char *format, ...)
{
	va_list arguments;

	reader->ended = true;
	va_start(arguments, format);
	vsnprintf(reader->incomplete, sizeof reader->incomplete, format,
		arguments);
	va_end(arguments);
	return 0;
}

static struct trace_reader *reader_new(const char *name)
{
	struct trace_reader *reader = memory_alloc_zero(1, sizeof *reader);

	reader->name = memory_string_dup(name);
	reader->offset = TRACE_HEADER_BYTES;
	reader->records_end = reader->offset;
	reader->clock = 1;
	snprintf(reader->incomplete, sizeof reader->incomplete,
		"it was not read to its end");
	return reader;
}

static struct trace_reader *start_file(
	struct trace_reader *reader, struct error *err)
{
	if (reader->input && trace_file_start(reader, err) == 0)
		return reader;
	if (reader->input)
		error_add_context(err, "%s", reader->name);
	trace_close(reader);
	return NULL;
}

struct trace_reader *trace_open_file(const char *path, struct error *err)
{
	struct trace_reader *reader = reader_new(path);

	reader->input = trace_input_open(path, err);
	return start_file(reader, err);
}

struct trace_reader *trace_open_memory(
	const void *data, size_t size, struct error *err)
{
	struct trace_reader *reader = reader_new("trace");

	reader->input = trace_input_open_memory(data, size);
	return start_file(reader, err);
}

struct trace_reader *trace_open_ring(
	const char *path, int wait_ms, struct error *err)
{
	struct trace_reader *reader = reader_new(path);

	if (trace_ring_start(reader, path, wait_ms, err) == 0)
		return reader;
	error_add_context(err, "%s", path);
	trace_close(reader);
	return NULL;
}

void trace_close(struct trace_reader *reader)
{
	if (!reader)
		return;
	trace_input_free(reader->input);
	trace_ring_free(reader->ring);
	trace_sites_release(&reader->sites);
	free(reader->buffer);
	free(reader->name);
	free(reader);
}

const struct trace_header *trace_header(const struct trace_reader *reader)
{
	return &reader->header;
}

int trace_next_block(
	struct trace_reader *reader, struct trace_view *view, struct error *err)
{
	int got = reader->failed ? -1 : 0;

	if (!reader->failed && !reader->ended)
		got = reader->input ? trace_file_next(reader, view)
				    : trace_ring_next(reader, view);
	if (got < 0)
		error_set(err, "%s", reader->failure.text);
	return got;
}

bool trace_is_live(const struct trace_reader *reader)
{
	return reader->ring;
}

bool trace_wish(struct trace_reader *reader, uint64_t chain, bool leave_out)
{
	return trace_is_live(reader) &&
	       trace_ring_wish(reader->ring,
		       chain | (leave_out ? RING_WISH_LEAVE_OUT : 0));
}

bool trace_is_complete(const struct trace_reader *reader)
{
	return reader->ended && !reader->failed &&
	       reader->exit_end == reader->records_end;
}

const char *trace_incomplete_reason(const struct trace_reader *reader)
{
	return trace_is_complete(reader) ? NULL : reader->incomplete;
}

uint64_t trace_offset(const struct trace_reader *reader)
{
	return reader->offset;
}

uint8_t trace_site_flags(const struct trace_reader *reader, uint32_t id)
{
	return id < reader->sites.limit ? reader->sites.flags[id] : 0;
}

const struct trace_sites *trace_reader_sites(const struct trace_reader *reader)
{
	return &reader->sites;
}
