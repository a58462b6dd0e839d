/* SPDX-License-Identifier: MIT
 * Shared by the parts of the trace reader. */
#ifndef RETREAD_LIB_TRACE_BLOCK_SOURCE_H
#define RETREAD_LIB_TRACE_BLOCK_SOURCE_H

#include "lib/error.h"
#include "lib/trace/trace.h"

struct trace_ahead;
struct trace_input;
struct trace_ring;

/* A block of a file as it was found, good or not. */
struct trace_fetched {
	struct trace_block head;
	size_t head_bytes, payload_bytes; /* of each that there are */
	struct error why;  /* that there are no more; or nothing */
	uint32_t checksum; /* of the payload */
	uint8_t *payload;
	size_t capacity;
};

struct trace_reader {
	struct trace_header header;
	struct trace_sites sites;
	char *name; /* for messages */

	/* Where blocks come from: one of the two. */
	struct trace_input *input;
	struct trace_ring *ring;

	/* The block that was delivered last, when it came from INPUT. */
	struct trace_fetched fetched;
	struct trace_ahead *ahead; /* has INPUT for itself; NULL: nobody has */

	/* The next block must continue this. OFFSET counts bytes of the
	 * uncompressed trace, as if a ring had been a file. */
	uint64_t offset;
	uint64_t clock;
	uint32_t sequence;

	/* Offsets of where the last block's records end, and of where the last
	 * TRACE_EXIT ended: equal in a trace that is complete. */
	uint64_t records_end;
	uint64_t exit_end;

	bool ended;
	bool failed;
	struct error failure; /* what trace_next_block says once it failed */
	char incomplete[160]; /* what trace_incomplete_reason says */
};

/* Bytes of a file, decompressed when they begin like zstd. */
struct trace_input *trace_input_open(const char *path, struct error *err);
void trace_input_free(struct trace_input *input);

/* Reads up to SIZE bytes; fewer only where the input ends. Returns how many;
 * if that is fewer, ERR says what is wrong or is left alone at a clean end. */
size_t trace_input_read(
	struct trace_input *input, void *bytes, size_t size, struct error *err);
/* Whether reading it never waits for another process. */
bool trace_input_is_whole(const struct trace_input *input);

/* Files: reads the header, the next block. */
int trace_file_start(struct trace_reader *reader, struct error *err);
int trace_file_next(struct trace_reader *reader, struct trace_view *view);

/* Reads the next block, into FETCHED. Whether another can follow. */
bool trace_fetch(struct trace_input *input, struct trace_fetched *fetched);

/* Blocks that another thread fetches. NULL: there can be no such thread. */
struct trace_ahead *trace_ahead_new(struct trace_input *input);
void trace_ahead_free(struct trace_ahead *ahead);
/* Waits for the next one; borrowed until the next call. */
const struct trace_fetched *trace_ahead_next(struct trace_ahead *ahead);
size_t trace_ahead_bytes(const struct trace_ahead *ahead);

/* Rings: as above. The reader's header is a copy of the ring's. */
int trace_ring_start(struct trace_reader *reader, const char *path, int wait_ms,
	struct error *err);
int trace_ring_next(struct trace_reader *reader, struct trace_view *view);
bool trace_ring_wish(struct trace_ring *ring, uint64_t wish);
void trace_ring_free(struct trace_ring *ring);

/* Checks the trace header itself. */
int trace_header_check(const struct trace_header *header, struct error *err);

/* Checks that a block of this head can follow what the reader has read. */
int trace_block_check(
	struct trace_reader *reader, const struct trace_block *block);

/* Fills VIEW and steps the reader over a block of SIZE bytes at RECORDS. */
void trace_block_accept(struct trace_reader *reader, struct trace_view *view,
	const void *records, size_t size, uint64_t clock);

/* Ends the reading: at OFFSET there is something that cannot be. Returns -1.
 * A second call changes nothing. */
int trace_reader_damage(struct trace_reader *reader, uint64_t offset,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Ends the reading where the trace ends, for this REASON if it is not
 * complete. Returns 0. */
int trace_reader_end(struct trace_reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void trace_sites_copy(struct trace_sites *copy, const struct trace_sites *from);
void trace_sites_release(struct trace_sites *sites);

/* Length of what can be read as records in the SIZE bytes at RECORDS that a
 * dead recorder left after all READER has read, without the last one. */
size_t trace_records_salvage(
	const struct trace_reader *reader, const uint8_t *records, size_t size);

#endif
