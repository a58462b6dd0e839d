/* SPDX-License-Identifier: MIT
 * Reads the header and the blocks of a trace file. */
#include "config.h"

#include "lib/trace/block_source.h"

#include "lib/memory.h"

/* Payloads are read in pieces that double, so that a head that lies about its
 * length costs no more memory than the file has bytes. */
#define FIRST_PIECE_BYTES ((size_t)1 << 16)

int trace_file_start(struct trace_reader *reader, struct error *err)
{
	struct trace_header *header = &reader->header;
	struct error why = {0};
	size_t got =
		trace_input_read(reader->input, header, sizeof *header, &why);

	if (got < sizeof header->magic ||
		memcmp(header->magic, TRACE_MAGIC, sizeof header->magic) != 0) {
		if (why.text[0])
			return error_set(err, "%s", why.text);
		if (got == sizeof *header && memcmp(header->magic, RING_MAGIC,
						     sizeof header->magic) == 0)
			return error_set(err, "this is the ring of a recording "
					      "that runs, not a trace");
		return error_set(err,
			got == 0 ? "this is not a trace: it is empty"
				 : "this is not a trace: it does not begin "
				   "with " TRACE_MAGIC);
	}
	if (got < sizeof *header)
		return error_set(err,
			"damaged at byte %zu: the header of %d bytes is "
			"cut%s%s",
			got, TRACE_HEADER_BYTES, why.text[0] ? ": " : "",
			why.text);
	return trace_header_check(header, err);
}

/* Reports what was found instead of WANT bytes of WHAT, of which only GOT came. */
static int file_cut(struct trace_reader *reader, const char *what, size_t got,
	size_t want, const struct error *why)
{
	return trace_reader_damage(reader, reader->offset + got,
		"%s in %s, after %zu of %zu bytes",
		why->text[0] ? why->text : "the file ends", what, got, want);
}

/* Reads SIZE bytes of payload into the buffer. */
static size_t read_payload(
	struct trace_reader *reader, size_t size, struct error *why)
{
	size_t done = 0;
	size_t piece = FIRST_PIECE_BYTES;

	while (done < size) {
		size_t got;
		if (piece > size - done)
			piece = size - done;
		reader->buffer = memory_grow(
			reader->buffer, &reader->capacity, done + piece, 1);
		got = trace_input_read(
			reader->input, reader->buffer + done, piece, why);
		done += got;
		if (got < piece)
			break;
		piece = done;
	}
	return done;
}

int trace_file_next(struct trace_reader *reader, struct trace_view *view)
{
	struct trace_block block;
	struct error why = {0};
	size_t got =
		trace_input_read(reader->input, &block, sizeof block, &why);

	if (got == 0 && !why.text[0])
		return trace_reader_end(reader,
			"it ends at byte %llu, at a block's end, without an "
			"exit record",
			(unsigned long long)reader->offset);
	if (got < sizeof block)
		return file_cut(
			reader, "a block's head", got, sizeof block, &why);
	if (block.magic != TRACE_BLOCK_MAGIC)
		return trace_reader_damage(reader, reader->offset,
			"no block begins here: its first word is 0x%08x",
			block.magic);
	if (block.head_checksum !=
		trace_checksum(
			&block, offsetof(struct trace_block, head_checksum)))
		return trace_reader_damage(reader, reader->offset,
			"the head does not match its checksum");
	if (trace_block_check(reader, &block) < 0)
		return -1;
	reader->offset += sizeof block;
	got = read_payload(reader, block.payload_bytes, &why);
	if (got < block.payload_bytes)
		return file_cut(reader, "a block's payload", got,
			block.payload_bytes, &why);
	if (block.checksum !=
		trace_checksum(reader->buffer, block.payload_bytes))
		return trace_reader_damage(reader, reader->offset,
			"the payload of %u bytes does not match its checksum",
			block.payload_bytes);
	trace_block_accept(
		reader, view, reader->buffer, block.payload_bytes, block.clock);
	return 1;
}
