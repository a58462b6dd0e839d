/* SPDX-License-Identifier: MIT
 * Decodes streams of deflate in inputs, and encodes them again. */
#include "config.h"

#include "fuzz-perf/mutate/recode.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "lib/memory.h"

#include "fuzz-perf/mutate/mutate_bytes.h"
#include "fuzz-perf/mutate/mutation.h"

#define CODED_MIN   8 /* bytes that are decoded without an error */
#define FIXED_MIN   16
#define PLACES_MAX  4096 /* where streams are looked for */
#define EXPANSION   1032 /* most bytes that one byte of deflate stands for */
#define TEXT_MAX    (1 << 20) /* of the text, and of what is made of it */
#define TEXT_MIN    256
#define DOUBLINGS   6  /* of the text, at most, in one step */
#define NEAR	    64 /* lengths stand so close to a stream */
#define NUMBER_MIN  8  /* smaller ones are all over an input */
#define ZLIB_TAIL   4
#define ZLIB_HEADER 2
#define GZIP_HEADER 10

/* Bytes that wrap a stream which starts at AT; 0: none that are known. */
static size_t wrapper_at(const uint8_t *bytes, size_t length)
{
	if (length < GZIP_HEADER)
		return 0;
	if ((bytes[0] & 15) == Z_DEFLATED && bytes[0] >> 4 <= 7 &&
		(bytes[0] << 8 | bytes[1]) % 31 == 0 && !(bytes[1] & 32))
		return ZLIB_HEADER;
	if (bytes[0] == 31 && bytes[1] == 139 && bytes[2] == Z_DEFLATED &&
		!bytes[3])
		return GZIP_HEADER;
	return 0;
}

/* The header of a block with codes of its own: few other bytes begin like it. */
static bool begins_dynamic(const uint8_t *bytes)
{
	return (bytes[0] >> 1 & 3) == 2 && bytes[0] >> 3 <= 29 &&
	       (bytes[1] & 31) <= 29;
}

/* A last block with fixed codes. Only one that ends is believed, as most bytes mean
 * something. */
static bool begins_fixed(const uint8_t *bytes)
{
	return (bytes[0] & 7) == 3;
}

/* Decodes from START on into TEXT. Returns the stream's end, or 0 if it has none that
 * makes sense; *LENGTH is what was decoded. */
static size_t decode(z_stream *stream, const uint8_t *bytes, size_t start,
	size_t size, uint8_t *text, size_t *length, bool *is_whole)
{
	inflateReset(stream);
	stream->next_in = (Bytef *)(uintptr_t)(bytes + start);
	stream->avail_in = (uInt)(size - start);
	stream->next_out = text;
	stream->avail_out = (uInt)*length;
	int result = inflate(stream, Z_SYNC_FLUSH);
	*length -= stream->avail_out;
	*is_whole = result == Z_STREAM_END;
	size_t coded = size - start - stream->avail_in;
	if (coded < CODED_MIN || !*length)
		return 0;
	return *is_whole ? start + coded : size;
}

/* Whether a stream may start at AT, with or without what wraps it; *START is where. */
static bool may_start(
	const uint8_t *bytes, size_t length, size_t at, size_t *start)
{
	size_t wrapper = wrapper_at(bytes + at, length - at);

	*start = at + wrapper;
	return *start + CODED_MIN <= length &&
	       (wrapper || begins_dynamic(bytes + at) ||
		       begins_fixed(bytes + at));
}

static bool makes_sense(
	const struct recode *recode, const uint8_t *bytes, size_t at)
{
	return recode->start != at || begins_dynamic(bytes + at) ||
	       (recode->is_whole && recode->end - at >= FIXED_MIN);
}

/* Looks for a stream from place FROM on, around. */
static bool find_stream(struct recode *recode, z_stream *stream,
	const uint8_t *bytes, size_t length, size_t from)
{
	size_t places = length < PLACES_MAX ? length : PLACES_MAX;

	for (size_t i = 0; i < places; i++) {
		size_t at = (from + i) % places;
		recode->length = recode->capacity;
		if (!may_start(bytes, length, at, &recode->start))
			continue;
		recode->end = decode(stream, bytes, recode->start, length,
			recode->text, &recode->length, &recode->is_whole);
		if (recode->end && makes_sense(recode, bytes, at))
			return true;
	}
	return false;
}

static bool open_inflate(z_stream *stream)
{
	memset(stream, 0, sizeof *stream);
	return inflateInit2(stream, -MAX_WBITS) == Z_OK;
}

bool recode_has_stream(const uint8_t *bytes, size_t length)
{
	uint8_t text[TEXT_MIN];
	struct recode recode = {.text = text, .capacity = sizeof text};
	z_stream stream;

	if (!open_inflate(&stream))
		return false;
	bool is_found = find_stream(&recode, &stream, bytes, length, 0);
	inflateEnd(&stream);
	return is_found;
}

/* What the text may become: now and then much longer, mostly a few times. */
static size_t choose_capacity(size_t length, struct random *random)
{
	size_t capacity = length << random_below(random, DOUBLINGS + 1);

	if (capacity < TEXT_MIN)
		capacity = TEXT_MIN;
	return capacity < TEXT_MAX ? capacity : TEXT_MAX;
}

bool recode_open(struct recode *recode, struct mutation *mutation)
{
	z_stream stream;
	size_t most = mutation->length * EXPANSION;

	if (mutation->length < CODED_MIN || !open_inflate(&stream))
		return false;
	recode->capacity = most < TEXT_MAX ? most : TEXT_MAX;
	recode->text = memory_alloc(recode->capacity);
	bool is_found = find_stream(recode, &stream, mutation->bytes,
		mutation->length,
		random_below(mutation->random, (uint32_t)mutation->length));
	inflateEnd(&stream);
	if (!is_found) {
		free(recode->text);
		return false;
	}
	recode->decoded = recode->length;
	recode->crc = (uint32_t)crc32(0, recode->text, (uInt)recode->length);
	recode->adler =
		(uint32_t)adler32(1, recode->text, (uInt)recode->length);
	recode->capacity = choose_capacity(recode->length, mutation->random);
	recode->text = memory_resize(recode->text, recode->capacity, 1);
	return true;
}

/* Encodes the text into at most SIZE bytes. What is longer is cut: decoders go as far as
 * there is something. Returns how many. */
static size_t encode(const struct recode *recode, uint8_t *coded, size_t size,
	struct random *random)
{
	static const struct {
		int8_t level, strategy;
	} methods[] = {{9, Z_DEFAULT_STRATEGY}, {9, Z_DEFAULT_STRATEGY},
		{9, Z_FIXED}, {6, Z_RLE}, {6, Z_HUFFMAN_ONLY},
		{1, Z_DEFAULT_STRATEGY}};
	uint32_t method =
		random_below(random, sizeof methods / sizeof methods[0]);
	z_stream stream;

	memset(&stream, 0, sizeof stream);
	if (deflateInit2(&stream, methods[method].level, Z_DEFLATED, -MAX_WBITS,
		    8, methods[method].strategy) != Z_OK)
		return 0;
	stream.next_in = recode->text;
	stream.avail_in = (uInt)recode->length;
	stream.next_out = coded;
	stream.avail_out = (uInt)size;
	deflate(&stream, Z_FINISH);
	deflateEnd(&stream);
	return size - stream.avail_out;
}

/* A number that depends on the stream. */
struct recoded_number {
	size_t before, after;
};

/* Corrects what stands at AT if it is one of the numbers. Returns whether it was. */
static bool correct_number(
	uint8_t *at, const struct recoded_number *number, size_t count)
{
	for (size_t i = 0; i < 2 * count; i++) {
		const struct recoded_number *each = &number[i / 2];
		if (each->before < NUMBER_MIN ||
			mutate_get_number(at, 4, i % 2) != each->before)
			continue;
		mutate_put_number(at, each->after, 4, i % 2);
		return true;
	}
	return false;
}

/* Corrects FROM to TO, where lengths of the stream may stand near it. */
static void correct_numbers(struct mutation *mutation, size_t from, size_t to,
	const struct recoded_number *number, size_t count)
{
	for (size_t at = from; at + 4 <= to;)
		at += correct_number(mutation->bytes + at, number, count) ? 4
									  : 1;
}

void recode_close(struct recode *recode, struct mutation *mutation)
{
	size_t size = mutation->limit - recode->start;
	size_t old = recode->end - recode->start;
	uint8_t *coded = memory_alloc(size + 1);
	size_t length = encode(recode, coded, size, mutation->random);
	const struct recoded_number number[] = {
		{recode->crc, crc32(0, recode->text, (uInt)recode->length)},
		{recode->adler, adler32(1, recode->text, (uInt)recode->length)},
		{recode->decoded, recode->length},
		{old, length},
		{old + ZLIB_HEADER + ZLIB_TAIL,
			length + ZLIB_HEADER + ZLIB_TAIL},
	};
	const size_t count = sizeof number / sizeof number[0];

	mutate_replace(mutation, recode->start, old, coded, length);
	size_t end = recode->start + length;
	correct_numbers(mutation,
		recode->start > NEAR ? recode->start - NEAR : 0, recode->start,
		number, count);
	correct_numbers(mutation, end, mutation->length, number, count);
	free(coded);
	free(recode->text);
}
