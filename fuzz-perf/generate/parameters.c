/* SPDX-License-Identifier: MIT
 * Reads and writes what a generator draws from (lib/format/parameters.h). */
#include "fuzz-perf/generate/parameters.h"

#include <string.h>

#include "lib/random.h"

#define HEAD_BYTES (PARAMETERS_MAGIC_BYTES + 8 + 1)

/* FNV-1a, stirred at the end: all bits depend on all bytes. */
uint64_t parameters_hash(uint64_t hash, const void *bytes, size_t length)
{
	const uint8_t *at = bytes;

	hash = (hash + 0xcbf29ce484222325ull) * 0x9e3779b97f4a7c15ull;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ at[i]) * 0x100000001b3ull;
	return random_stir(hash);
}

uint8_t parameters_extend(uint64_t seed, const char *name, uint64_t at)
{
	uint64_t key = parameters_hash(seed, name, strlen(name));

	return (uint8_t)parameters_hash(key, &at, sizeof at);
}

static uint64_t parameters_get(const uint8_t *from, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)from[i] << 8 * i;
	return value;
}

static void parameters_put(uint8_t *to, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The stream's name and length. Returns how many bytes that took, 0: none left. */
static size_t read_head(
	struct parameters_stream *stream, const uint8_t *bytes, size_t length)
{
	if (!length || length < 1u + bytes[0] + 4)
		return 0;
	size_t name = smaller(bytes[0], PARAMETERS_NAME - 1);
	memcpy(stream->name, bytes + 1, name);
	stream->name[name] = '\0';
	stream->length = parameters_get(bytes + 1 + bytes[0], 4);
	return 1u + bytes[0] + 4;
}

static void read_streams(
	struct parameters *parameters, const uint8_t *bytes, size_t length)
{
	size_t at = HEAD_BYTES;
	unsigned others = bytes[at - 1];

	parameters->seed = parameters_get(bytes + PARAMETERS_MAGIC_BYTES, 8);
	for (; others && parameters->count < PARAMETERS_STREAMS; others--) {
		size_t head = read_head(&parameters->stream[parameters->count],
			bytes + at, length - at);
		if (!head)
			break;
		at += head;
		parameters->count++;
	}
	for (unsigned i = 1; i < parameters->count; i++) {
		struct parameters_stream *stream = &parameters->stream[i];
		stream->bytes = bytes + at;
		stream->length = smaller(stream->length, length - at);
		at += stream->length;
	}
	parameters->stream[0].bytes = bytes + at;
	parameters->stream[0].length = length - at;
}

void parameters_read(
	struct parameters *parameters, const uint8_t *bytes, size_t length)
{
	parameters->seed = 0;
	parameters->count = 1;
	parameters->stream[0].name[0] = '\0';
	parameters->stream[0].bytes = bytes;
	parameters->stream[0].length = length;
	if (length >= HEAD_BYTES &&
		!memcmp(bytes, PARAMETERS_MAGIC, PARAMETERS_MAGIC_BYTES))
		read_streams(parameters, bytes, length);
}

/* What has to be written of STREAM. */
static size_t needed_length(
	const struct parameters *parameters, unsigned stream)
{
	const uint8_t *bytes = parameters->stream[stream].bytes;
	size_t length = parameters->stream[stream].length;

	while (!parameters->seed && length && !bytes[length - 1])
		length--;
	return length;
}

/* May the main stream stand alone? */
static int is_plain(const struct parameters *parameters)
{
	const struct parameters_stream *stream = parameters->stream;

	for (unsigned i = 1; i < parameters->count; i++)
		if (needed_length(parameters, i))
			return 0;
	return !parameters->seed &&
	       (stream->length < PARAMETERS_MAGIC_BYTES ||
		       memcmp(stream->bytes, PARAMETERS_MAGIC,
			       PARAMETERS_MAGIC_BYTES) != 0);
}

static void write_bytes(
	const struct parameters *parameters, unsigned stream, uint8_t **to)
{
	size_t length = needed_length(parameters, stream);

	if (length)
		memcpy(*to, parameters->stream[stream].bytes, length);
	*to += length;
}

static void parameters_write_all(
	const struct parameters *parameters, uint8_t *to)
{
	memcpy(to, PARAMETERS_MAGIC, PARAMETERS_MAGIC_BYTES);
	parameters_put(to + PARAMETERS_MAGIC_BYTES, parameters->seed, 8);
	to[HEAD_BYTES - 1] = (uint8_t)(parameters->count - 1);
	to += HEAD_BYTES;
	for (unsigned i = 1; i < parameters->count; i++) {
		const struct parameters_stream *stream = &parameters->stream[i];
		size_t name = strlen(stream->name);
		*to++ = (uint8_t)name;
		memcpy(to, stream->name, name);
		parameters_put(to + name, needed_length(parameters, i), 4);
		to += name + 4;
	}
	for (unsigned i = 1; i < parameters->count; i++)
		write_bytes(parameters, i, &to);
	write_bytes(parameters, 0, &to);
}

size_t parameters_write(
	const struct parameters *parameters, uint8_t *to, size_t capacity)
{
	size_t size = needed_length(parameters, 0);

	if (is_plain(parameters)) {
		if (size && size <= capacity)
			memcpy(to, parameters->stream[0].bytes, size);
		return size;
	}
	size += HEAD_BYTES;
	for (unsigned i = 1; i < parameters->count; i++)
		size += 1 + strlen(parameters->stream[i].name) + 4 +
			needed_length(parameters, i);
	if (size <= capacity)
		parameters_write_all(parameters, to);
	return size;
}
