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

/* Reads SIZE bytes of payload. */
static void fetch_payload(
	struct trace_input *input, struct trace_fetched *fetched, size_t size)
{
	size_t piece = FIRST_PIECE_BYTES;

	while (fetched->payload_bytes < size) {
		size_t done = fetched->payload_bytes, got;

		if (piece > size - done)
			piece = size - done;
		fetched->payload = memory_grow(
			fetched->payload, &fetched->capacity, done + piece, 1);
		got = trace_input_read(
			input, fetched->payload + done, piece, &fetched->why);
		fetched->payload_bytes += got;
		if (got < piece)
			break;
		piece = done + piece;
	}
}

static bool has_sound_head(const struct trace_block *head)
{
	return head->magic == TRACE_BLOCK_MAGIC &&
	       head->head_checksum ==
		       trace_checksum(head,
			       offsetof(struct trace_block, head_checksum)) &&
	       head->payload_bytes <= TRACE_PAYLOAD_LIMIT;
}

bool trace_fetch(struct trace_input *input, struct trace_fetched *fetched)
{
	struct trace_block *head = &fetched->head;

	fetched->why.text[0] = '\0';
	fetched->payload_bytes = 0;
	fetched->head_bytes =
		trace_input_read(input, head, sizeof *head, &fetched->why);
	if (fetched->head_bytes < sizeof *head || !has_sound_head(head))
		return false;
	fetch_payload(input, fetched, head->payload_bytes);
	if (fetched->payload_bytes < head->payload_bytes)
		return false;
	fetched->checksum =
		trace_checksum(fetched->payload, head->payload_bytes);
	return true;
}

/* Whether FETCHED is a block that can follow what the reader has read. */
static int check_fetched(
	struct trace_reader *reader, const struct trace_fetched *fetched)
{
	const struct trace_block *head = &fetched->head;

	if (fetched->head_bytes < sizeof *head)
		return file_cut(reader, "a block's head", fetched->head_bytes,
			sizeof *head, &fetched->why);
	if (head->magic != TRACE_BLOCK_MAGIC)
		return trace_reader_damage(reader, reader->offset,
			"no block begins here: its first word is 0x%08x",
			head->magic);
	if (head->head_checksum !=
		trace_checksum(
			head, offsetof(struct trace_block, head_checksum)))
		return trace_reader_damage(reader, reader->offset,
			"the head does not match its checksum");
	if (trace_block_check(reader, head) < 0)
		return -1;
	reader->offset += sizeof *head;
	if (fetched->payload_bytes < head->payload_bytes)
		return file_cut(reader, "a block's payload",
			fetched->payload_bytes, head->payload_bytes,
			&fetched->why);
	if (head->checksum != fetched->checksum)
		return trace_reader_damage(reader, reader->offset,
			"the payload of %u bytes does not match its checksum",
			head->payload_bytes);
	return 0;
}

int trace_file_next(struct trace_reader *reader, struct trace_view *view)
{
	const struct trace_fetched *fetched = &reader->fetched;

	if (reader->ahead)
		fetched = trace_ahead_next(reader->ahead);
	else
		trace_fetch(reader->input, &reader->fetched);
	if (fetched->head_bytes == 0 && !fetched->why.text[0])
		return trace_reader_end(reader,
			"it ends at byte %llu, at a block's end, without an "
			"exit record",
			(unsigned long long)reader->offset);
	if (check_fetched(reader, fetched) < 0)
		return -1;
	trace_block_accept(reader, view, fetched->payload,
		fetched->payload_bytes, fetched->head.clock);
	return 1;
}
