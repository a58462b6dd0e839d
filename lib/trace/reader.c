/* SPDX-License-Identifier: MIT
 * The state of a reader, and what both files and rings check. */
#include "config.h"

#include "lib/trace/block_source.h"

#include <stdarg.h>
#include <stdio.h>

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

uint8_t trace_site_flags(const struct trace_reader *reader, uint32_t id)
{
	return id < reader->sites.limit ? reader->sites.flags[id] : 0;
}

const struct trace_sites *trace_reader_sites(const struct trace_reader *reader)
{
	return &reader->sites;
}
