/* SPDX-License-Identifier: MIT
 * The bytes of a trace file, through zstd if they are compressed. */
#include "config.h"

#include "lib/trace/block_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "lib/memory.h"

#define SNIFF_BYTES 4

struct trace_input {
	int fd;

	/* The first bytes, read to see what this is and not yet used. */
	uint8_t sniff[SNIFF_BYTES];
	size_t sniff_size;
	size_t sniff_used;

	ZSTD_DStream *zstd; /* NULL: not compressed */
	uint8_t *compressed;
	ZSTD_inBuffer in;
	bool frame_open; /* a zstd frame has begun and not ended */
};

/* Reads up to SIZE bytes. Returns 0 at the end, -1 with errno on failure. */
static ssize_t read_some(struct trace_input *input, void *bytes, size_t size)
{
	ssize_t got;

	do
		got = read(input->fd, bytes, size);
	while (got < 0 && errno == EINTR);
	return got;
}

static size_t read_plain(struct trace_input *input, uint8_t *bytes, size_t size,
	struct error *err)
{
	size_t done = input->sniff_size - input->sniff_used;

	if (done > size)
		done = size;
	memcpy(bytes, input->sniff + input->sniff_used, done);
	input->sniff_used += done;
	while (done < size) {
		ssize_t got = read_some(input, bytes + done, size - done);
		if (got < 0)
			error_set_errno(err, "cannot read");
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

/* Gets more compressed bytes. False where there are none. */
static bool fill_compressed(struct trace_input *input, struct error *err)
{
	input->in.src = input->compressed;
	input->in.pos = 0;
	input->in.size =
		read_plain(input, input->compressed, ZSTD_DStreamInSize(), err);
	return input->in.size > 0;
}

static size_t read_zstd(struct trace_input *input, uint8_t *bytes, size_t size,
	struct error *err)
{
	ZSTD_outBuffer out = {bytes, size, 0};

	while (out.pos < size) {
		size_t before = out.pos;
		bool fed = input->in.pos < input->in.size ||
			   fill_compressed(input, err);
		size_t left;

		/* Nothing came, and the decoder may still hold output. */
		if (!fed && !input->frame_open)
			break;
		left = ZSTD_decompressStream(input->zstd, &out, &input->in);
		if (ZSTD_isError(left)) {
			error_set(
				err, "zstd says: %s", ZSTD_getErrorName(left));
			break;
		}
		input->frame_open = left != 0;
		if (!fed && out.pos == before) {
			if (err->text[0] == '\0')
				error_set(err,
					"the file ends within a zstd frame");
			break;
		}
	}
	return out.pos;
}

size_t trace_input_read(
	struct trace_input *input, void *bytes, size_t size, struct error *err)
{
	return input->zstd ? read_zstd(input, bytes, size, err)
			   : read_plain(input, bytes, size, err);
}

bool trace_input_is_whole(const struct trace_input *input)
{
	struct stat status;

	return fstat(input->fd, &status) == 0 && S_ISREG(status.st_mode);
}

static void sniff(struct trace_input *input)
{
	static const uint8_t magic[SNIFF_BYTES] = {0x28, 0xb5, 0x2f, 0xfd};
	struct error ignored = {0};

	/* A failure to read shows again when the header is read. */
	input->sniff_size =
		read_plain(input, input->sniff, SNIFF_BYTES, &ignored);
	if (input->sniff_size != SNIFF_BYTES ||
		memcmp(input->sniff, magic, SNIFF_BYTES) != 0)
		return;
	input->zstd = ZSTD_createDStream();
	if (!input->zstd)
		memory_fail(ZSTD_DStreamInSize());
	input->compressed = memory_alloc(ZSTD_DStreamInSize());
	ZSTD_initDStream(input->zstd);
}

struct trace_input *trace_input_open(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct trace_input *input;

	if (fd < 0) {
		error_set_errno(err, "cannot open %s", path);
		return NULL;
	}
	input = memory_alloc_zero(1, sizeof *input);
	input->fd = fd;
	sniff(input);
	return input;
}

void trace_input_free(struct trace_input *input)
{
	if (!input)
		return;
	close(input->fd);
	ZSTD_freeDStream(input->zstd);
	free(input->compressed);
	free(input);
}
