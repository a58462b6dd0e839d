/* SPDX-License-Identifier: MIT
 * Writes a trace file: blocks with their checksums, through zstd if asked. */
#include "config.h"

#include "lib/trace/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zstd.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/trace/handover.h"

/* What waits for the thread that writes. */
#define BESIDE_BYTES ((size_t)1 << 20)

/* Blocks that another thread writes. */
struct writer_beside {
	struct handover handover;
	struct {
		uint8_t *records;
		size_t size, capacity;
		uint64_t clock;
	} slot[HANDOVER_SLOTS];
	int status; /* of the thread, once it has ended */
	struct error err;
};

struct trace_writer {
	char *path;
	char *temporary; /* NULL: nothing to remove */
	int fd;
	uint32_t sequence;
	ZSTD_CStream *zstd; /* NULL: not compressed */
	void *compressed;
	struct writer_beside *beside; /* NULL: nobody else writes */
};

static int writer_write_all(struct trace_writer *writer, const void *bytes,
	size_t size, struct error *err)
{
	const char *next = bytes;

	while (size > 0) {
		ssize_t done = write(writer->fd, next, size);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return error_set_errno(
				err, "cannot write %s", writer->temporary);
		next += done;
		size -= (size_t)done;
	}
	return 0;
}

static int compress_failed(
	struct trace_writer *writer, size_t code, struct error *err)
{
	return error_set(err, "cannot write %s: zstd says: %s",
		writer->temporary, ZSTD_getErrorName(code));
}

static int writer_put(struct trace_writer *writer, const void *bytes,
	size_t size, struct error *err)
{
	ZSTD_inBuffer in = {bytes, size, 0};

	if (!writer->zstd)
		return writer_write_all(writer, bytes, size, err);
	while (in.pos < in.size) {
		ZSTD_outBuffer out = {
			writer->compressed, ZSTD_CStreamOutSize(), 0};
		size_t code = ZSTD_compressStream(writer->zstd, &out, &in);
		if (ZSTD_isError(code))
			return compress_failed(writer, code, err);
		if (writer_write_all(writer, out.dst, out.pos, err) < 0)
			return -1;
	}
	return 0;
}

/* Lets out what the compressor holds, with STEP until it holds nothing. */
static int drain(struct trace_writer *writer,
	size_t (*step)(ZSTD_CStream *, ZSTD_outBuffer *), struct error *err)
{
	size_t left = writer->zstd ? 1 : 0;

	while (left > 0) {
		ZSTD_outBuffer out = {
			writer->compressed, ZSTD_CStreamOutSize(), 0};
		left = step(writer->zstd, &out);
		if (ZSTD_isError(left))
			return compress_failed(writer, left, err);
		if (writer_write_all(writer, out.dst, out.pos, err) < 0)
			return -1;
	}
	return 0;
}

static int put_header(struct trace_writer *writer,
	const struct trace_header *process, struct error *err)
{
	struct trace_header header = *process;

	memcpy(header.magic, TRACE_MAGIC, sizeof header.magic);
	header.version = TRACE_VERSION;
	header.header_bytes = TRACE_HEADER_BYTES;
	header.word_bytes = 8;
	header.checksum = trace_checksum(
		&header, offsetof(struct trace_header, checksum));
	return writer_put(writer, &header, sizeof header, err);
}

struct trace_writer *trace_writer_open(const char *path,
	const struct trace_header *process, int zstd_level, struct error *err)
{
	struct trace_writer *writer = memory_alloc_zero(1, sizeof *writer);

	writer->path = memory_string_dup(path);
	writer->temporary = memory_format("%s.%ld.tmp", path, (long)getpid());
	writer->fd = open(writer->temporary,
		O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (writer->fd < 0) {
		error_set_errno(err, "cannot write %s", writer->temporary);
		free(writer->temporary);
		writer->temporary = NULL;
		goto failed;
	}
	if (zstd_level > 0) {
		writer->zstd = ZSTD_createCStream();
		if (!writer->zstd)
			memory_fail(ZSTD_CStreamOutSize());
		writer->compressed = memory_alloc(ZSTD_CStreamOutSize());
		ZSTD_initCStream(writer->zstd, zstd_level);
	}
	if (put_header(writer, process, err) == 0)
		return writer;
failed:
	trace_writer_free(writer);
	return NULL;
}

static int append_block(struct trace_writer *writer, const void *records,
	size_t size, uint64_t clock, struct error *err)
{
	struct trace_block block = {
		.magic = TRACE_BLOCK_MAGIC,
		.sequence = writer->sequence++,
		.clock = clock,
		.payload_bytes = (unsigned int)size,
		.checksum = trace_checksum(records, size),
	};

	if (size % 8 != 0 || size > TRACE_PAYLOAD_LIMIT)
		return error_set(err, "cannot write %s: a block of %zu bytes",
			writer->temporary, size);
	block.head_checksum = trace_checksum(
		&block, offsetof(struct trace_block, head_checksum));
	if (writer_put(writer, &block, sizeof block, err) < 0 ||
		writer_put(writer, records, size, err) < 0)
		return -1;
	/* So that a file that is cut later can be read up to the cut. */
	return drain(writer, ZSTD_flushStream, err);
}

static void *write_all_blocks(void *data)
{
	struct trace_writer *writer = data;
	struct writer_beside *beside = writer->beside;
	int slot;

	while (beside->status == 0 &&
		(slot = handover_next_to_empty(&beside->handover)) >= 0) {
		size_t size = beside->slot[slot].size;

		beside->status =
			append_block(writer, beside->slot[slot].records, size,
				beside->slot[slot].clock, &beside->err);
		handover_emptied(&beside->handover, size);
	}
	handover_close(&beside->handover);
	return NULL;
}

bool trace_writer_beside(struct trace_writer *writer)
{
	writer->beside = memory_alloc_zero(1, sizeof *writer->beside);
	if (handover_start(&writer->beside->handover, BESIDE_BYTES,
		    write_all_blocks, writer) == 0)
		return true;
	free(writer->beside);
	writer->beside = NULL;
	return false;
}

/* Waits until all is written. Returns -1 with ERR filled if it could not be. */
static int end_beside(struct trace_writer *writer, struct error *err)
{
	struct writer_beside *beside = writer->beside;
	int status;

	if (!beside)
		return 0;
	handover_end(&beside->handover);
	status = beside->status;
	if (status != 0)
		error_set(err, "%s", beside->err.text);
	for (size_t i = 0; i < HANDOVER_SLOTS; i++)
		free(beside->slot[i].records);
	free(beside);
	writer->beside = NULL;
	return status;
}

int trace_writer_append(struct trace_writer *writer, const void *records,
	size_t size, uint64_t clock, struct error *err)
{
	struct writer_beside *beside = writer->beside;
	int slot;

	if (!beside)
		return append_block(writer, records, size, clock, err);
	slot = handover_next_to_fill(&beside->handover);
	if (slot < 0)
		return end_beside(writer, err);
	beside->slot[slot].records = memory_grow(beside->slot[slot].records,
		&beside->slot[slot].capacity, size, 1);
	memcpy(beside->slot[slot].records, records, size);
	beside->slot[slot].size = size;
	beside->slot[slot].clock = clock;
	handover_filled(&beside->handover, size);
	return 0;
}

int trace_writer_finish(struct trace_writer *writer, struct error *err)
{
	int closed;

	if (end_beside(writer, err) < 0)
		return -1;
	if (drain(writer, ZSTD_endStream, err) < 0)
		return -1;
	closed = close(writer->fd);
	writer->fd = -1;
	if (closed < 0)
		return error_set_errno(
			err, "cannot write %s", writer->temporary);
	if (rename(writer->temporary, writer->path) < 0)
		return error_set_errno(err, "cannot rename %s to %s",
			writer->temporary, writer->path);
	free(writer->temporary);
	writer->temporary = NULL;
	return 0;
}

void trace_writer_free(struct trace_writer *writer)
{
	if (!writer)
		return;
	end_beside(writer, NULL);
	if (writer->fd >= 0)
		close(writer->fd);
	if (writer->temporary)
		unlink(writer->temporary);
	ZSTD_freeCStream(writer->zstd);
	free(writer->compressed);
	free(writer->temporary);
	free(writer->path);
	free(writer);
}
