/* SPDX-License-Identifier: MIT
 * Reads a trace: whole blocks from a file, a compressed file or a live ring,
 * and the records inside a block.
 *
 *	while ((got = trace_next_block(reader, &view, err)) > 0) {
 *		struct trace_cursor cursor;
 *		const void *record;
 *		trace_cursor_init(&cursor, &view);
 *		while ((record = trace_cursor_next(&cursor)) != NULL) {
 *			if (trace_record_is_read(record))
 *				...
 *			else switch (trace_record_type(record))
 *				...
 *		}
 *	}
 *
 * Everything a block says is checked before it is handed out: its place and
 * checksums by trace_next_block, each record's type, length, ids and strings
 * by trace_cursor_next. The first damage ends the reading; what came before it
 * has been delivered and is good. Walk every block to its end: that is how the
 * reader learns which sites exist. */
#ifndef RETREAD_LIB_TRACE_TRACE_H
#define RETREAD_LIB_TRACE_TRACE_H

#include "lib/format/trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct error;
struct trace_reader;

/* Sites the cursor has met; index 0 stands for "no site". */
struct trace_sites {
	uint8_t *read_bytes; /* length of a READ record there, 0: no reads */
	uint8_t *flags;	     /* TRACE_SITE_*, and TRACE_SITE_DEFINED */
	size_t limit;	     /* ids below it have an entry */
	size_t capacity;
	size_t defined;
};
#define TRACE_SITE_DEFINED 0x80u

/* One block's records; borrowed until the reader's next call. */
struct trace_view {
	const uint8_t *records; /* aligned to 8 bytes */
	size_t size;		/* a multiple of 8 */
	uint64_t clock;		/* at the first record */
	uint64_t offset; /* of the first record in the uncompressed trace */
	uint32_t sequence;
	struct trace_reader *reader;
};

/* Walks a view. Fields are the inline functions' business. */
struct trace_cursor {
	const uint8_t *next;
	const uint8_t *end;
	const struct trace_sites *sites;
	struct trace_view view;
};

/* Opens a trace as the recorder or a trace_writer wrote it, compressed with
 * zstd or not, whatever its name. NULL: ERR says why. */
struct trace_reader *trace_open_file(const char *path, struct error *err);

/* Opens the ring that a recorder makes at PATH, as its only reader, and waits
 * WAIT_MS milliseconds for it to appear. */
struct trace_reader *trace_open_ring(
	const char *path, int wait_ms, struct error *err);

/* Stops the recorder that writes the ring at PATH, whose reader has died: it neither waits
 * for that reader any more nor writes. */
void trace_abandon_ring(const char *path);

/* Ends the reading. A recorder that is still writing a ring learns that nobody
 * reads any more. NULL is fine. */
void trace_close(struct trace_reader *reader);

/* Has a thread of its own read, decompress and check the blocks of a file while the ones
 * before are looked at: a few, which together have at most TRACE_AHEAD_BYTES, or one that
 * is larger. Nothing else changes. False: a ring or a pipe, whose other end is another
 * process anyway; or there can be no thread. Call it before the first block. */
#define TRACE_AHEAD_BYTES ((size_t)1 << 20)
bool trace_read_ahead(struct trace_reader *reader);

/* Memory that only this takes. */
size_t trace_bytes_ahead(const struct trace_reader *reader);

/* The process that was recorded. */
const struct trace_header *trace_header(const struct trace_reader *reader);

/* Gets the next block; waits for it if the trace is live. Returns 1 with VIEW
 * filled, 0 at the end of the trace, -1 with ERR filled when the trace is
 * damaged here or the cursor found a bad record in the block before. */
int trace_next_block(struct trace_reader *reader, struct trace_view *view,
	struct error *err);

/* Whether somebody writes the trace who can leave things out: a live ring. */
bool trace_is_live(const struct trace_reader *reader);

/* Wishes that the recorder leave out what the CHAIN of functions reads
 * (struct trace_link in lib/format/trace_format.h), or LEAVE_OUT false: no more. It
 * does so some blocks later, always as many. False: there were too many wishes
 * since the last block, or the trace is not live. */
bool trace_wish(struct trace_reader *reader, uint64_t chain, bool leave_out);

/* Whether the trace ended as it should: its last record is TRACE_EXIT. Means
 * something once trace_next_block returned 0. */
bool trace_is_complete(const struct trace_reader *reader);

/* Tells about the end that is missing, in a sentence without a full
 * stop: "the recorder (process 12) was killed". NULL if complete. */
const char *trace_incomplete_reason(const struct trace_reader *reader);

/* Where reading has come to, in bytes of the uncompressed trace. */
uint64_t trace_offset(const struct trace_reader *reader);

/* Flags of site ID (TRACE_SITE_*), 0 if it is not defined. */
uint8_t trace_site_flags(const struct trace_reader *reader, uint32_t id);

/* "call" for TRACE_CALL, "read" for 0; NULL if there is no such type. */
const char *trace_record_name(unsigned int type);

/* Checks and steps over anything but a READ of a known site. */
const void *trace_cursor_next_other(struct trace_cursor *cursor);

const struct trace_sites *trace_reader_sites(const struct trace_reader *reader);

static inline void trace_cursor_init(
	struct trace_cursor *cursor, const struct trace_view *view)
{
	cursor->next = view->records;
	cursor->end = view->records + view->size;
	cursor->sites = trace_reader_sites(view->reader);
	cursor->view = *view;
}

/* The next record, or NULL at the end of the block or at damage, which
 * trace_next_block then reports. */
static inline const void *trace_cursor_next(struct trace_cursor *cursor)
{
	const uint8_t *record = cursor->next;
	const struct trace_sites *sites = cursor->sites;
	size_t left = (size_t)(cursor->end - record);
	uint32_t tag;

	if (left != 0) {
		memcpy(&tag, record, sizeof tag);
		if (tag < sites->limit) {
			size_t size = sites->read_bytes[tag];
			/* One comparison for "no reads here" and "too long". */
			if (size - 1 < left) {
				uint64_t address;
				memcpy(&address, record + 8, sizeof address);
				cursor->view.clock +=
					(uint64_t)trace_lateness(address);
				cursor->next = record + size;
				return record;
			}
		}
	}
	return trace_cursor_next_other(cursor);
}

/* Clock of RECORD, which this cursor gave. */
static inline uint64_t trace_cursor_clock(
	const struct trace_cursor *cursor, const void *record)
{
	return cursor->view.clock +
	       (uint64_t)((const uint8_t *)record - cursor->view.records) / 8;
}

/* Clock after the record that the cursor gave last. */
static inline uint64_t trace_cursor_clock_after(
	const struct trace_cursor *cursor)
{
	return trace_cursor_clock(cursor, cursor->next);
}

static inline uint32_t trace_record_tag(const void *record)
{
	uint32_t tag;

	memcpy(&tag, record, sizeof tag);
	return tag;
}

static inline bool trace_record_is_read(const void *record)
{
	return trace_record_tag(record) <= TRACE_SITE_MAX;
}

/* Type of a record that is not a READ. */
static inline enum trace_record trace_record_type(const void *record)
{
	return (enum trace_record)(trace_record_tag(record) & 0xff);
}

/* Clock of the write that STAMP tells of, 0: never written.
 * BASE is the last TRACE_REBASE's, at first 0. */
static inline uint64_t trace_stamp_clock(uint32_t stamp, uint64_t base)
{
	return stamp != 0 ? base + (stamp >> TRACE_STAMP_SHIFT) : 0;
}

#endif
