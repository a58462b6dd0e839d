/* SPDX-License-Identifier: MIT
 * The trace reader: opens files and rings, and delivers their blocks. */
#include "config.h"

#include "lib/trace/block_source.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/memory.h"

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

struct trace_reader *trace_open_file(const char *path, struct error *err)
{
	struct trace_reader *reader = reader_new(path);

	reader->input = trace_input_open(path, err);
	if (reader->input && trace_file_start(reader, err) == 0)
		return reader;
	if (reader->input)
		error_add_context(err, "%s", reader->name);
	trace_close(reader);
	return NULL;
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
	trace_ahead_free(reader->ahead);
	trace_input_free(reader->input);
	trace_ring_free(reader->ring);
	trace_sites_release(&reader->sites);
	free(reader->fetched.payload);
	free(reader->name);
	free(reader);
}

bool trace_read_ahead(struct trace_reader *reader)
{
	if (!reader->ahead && reader->input &&
		trace_input_is_whole(reader->input))
		reader->ahead = trace_ahead_new(reader->input);
	return reader->ahead;
}

size_t trace_bytes_ahead(const struct trace_reader *reader)
{
	return reader->ahead ? trace_ahead_bytes(reader->ahead) : 0;
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
