/* SPDX-License-Identifier: MIT
 * Checked allocation, and an arena for bulk data. */
#include "config.h"

#include "lib/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Chunks double up to the largest, so a small arena stays small. */
#define ARENA_FIRST_CHUNK_BYTES	  ((size_t)4096)
#define ARENA_LARGEST_CHUNK_BYTES ((size_t)1 << 20)

struct arena_chunk {
	struct arena_chunk *older;
	size_t size_bytes;
	_Alignas(max_align_t) char data[];
};

void memory_fail(size_t size_bytes)
{
	char text[128];
	int length = snprintf(text, sizeof text,
		"retread: out of memory (%zu bytes more were needed); "
		"free some memory or try a smaller run\n",
		size_bytes);

	/* Not stdio: it may want to allocate. */
	if (write(STDERR_FILENO, text, (size_t)length) < 0)
		_exit(1);
	_exit(1);
}

/* COUNT * SIZE_BYTES; a product that overflows can only be out of memory. */
static size_t memory_multiply(size_t count, size_t size_bytes)
{
	size_t product;

	if (__builtin_mul_overflow(count, size_bytes, &product))
		memory_fail(SIZE_MAX);
	return product;
}

void *memory_alloc(size_t size_bytes)
{
	void *memory = malloc(size_bytes ? size_bytes : 1);

	if (!memory)
		memory_fail(size_bytes);
	return memory;
}

void *memory_alloc_aligned(size_t alignment_bytes, size_t size_bytes)
{
	void *memory = aligned_alloc(alignment_bytes, size_bytes);

	if (!memory)
		memory_fail(size_bytes);
	return memory;
}

void *memory_alloc_zero(size_t count, size_t size_bytes)
{
	size_t total_bytes = memory_multiply(count, size_bytes);
	void *memory = calloc(total_bytes ? total_bytes : 1, 1);

	if (!memory)
		memory_fail(total_bytes);
	return memory;
}

void *memory_resize(void *old, size_t count, size_t size_bytes)
{
	size_t total_bytes = memory_multiply(count, size_bytes);
	void *memory = realloc(old, total_bytes ? total_bytes : 1);

	if (!memory)
		memory_fail(total_bytes);
	return memory;
}

void *memory_grow(
	void *array, size_t *capacity, size_t count, size_t size_bytes)
{
	size_t larger = *capacity + *capacity / 2;

	if (count <= *capacity)
		return array;
	if (larger < 8)
		larger = 8;
	if (larger < count)
		larger = count;
	array = memory_resize(array, larger, size_bytes);
	*capacity = larger;
	return array;
}

char *memory_string_dup(const char *text)
{
	return memory_string_dup_length(text, strlen(text));
}

char *memory_string_dup_length(const char *text, size_t length)
{
	char *copy = memory_alloc(length + 1);

	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

char *memory_format_list(const char *format, va_list arguments)
{
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0)
		memory_fail(strlen(format));
	return text;
}

char *memory_format(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = memory_format_list(format, arguments);
	va_end(arguments);
	return text;
}

void arena_init(struct arena *arena)
{
	memset(arena, 0, sizeof *arena);
}

void arena_release(struct arena *arena)
{
	struct arena_chunk *chunk = arena->chunk;

	while (chunk) {
		struct arena_chunk *older = chunk->older;

		free(chunk);
		chunk = older;
	}
	arena_init(arena);
}

/* Adds a chunk with room for SIZE_BYTES. */
static void add_chunk(struct arena *arena, size_t size_bytes)
{
	size_t chunk_bytes = ARENA_FIRST_CHUNK_BYTES;
	struct arena_chunk *chunk;

	if (arena->chunk)
		chunk_bytes = arena->chunk->size_bytes * 2;
	if (chunk_bytes > ARENA_LARGEST_CHUNK_BYTES)
		chunk_bytes = ARENA_LARGEST_CHUNK_BYTES;
	if (chunk_bytes < size_bytes)
		chunk_bytes = size_bytes;
	chunk = memory_alloc(sizeof *chunk + chunk_bytes);
	chunk->older = arena->chunk;
	chunk->size_bytes = chunk_bytes;
	arena->chunk = chunk;
	arena->next = chunk->data;
	arena->end = chunk->data + chunk_bytes;
	arena->size_bytes += chunk_bytes;
}

void *arena_alloc(struct arena *arena, size_t size_bytes)
{
	const size_t align = _Alignof(max_align_t);
	void *memory;

	if (size_bytes > SIZE_MAX / 2)
		memory_fail(size_bytes);
	/* Two results never share an address, even of 0 bytes. */
	size_bytes = (size_bytes + !size_bytes + align - 1) / align * align;
	if (!arena->chunk || (size_t)(arena->end - arena->next) < size_bytes)
		add_chunk(arena, size_bytes);
	memory = arena->next;
	arena->next += size_bytes;
	return memory;
}

void *arena_alloc_zero(struct arena *arena, size_t count, size_t size_bytes)
{
	size_t total_bytes = memory_multiply(count, size_bytes);

	return memset(arena_alloc(arena, total_bytes), 0, total_bytes);
}

void *arena_alloc_line(struct arena *arena, size_t size_bytes)
{
	const size_t line = MEMORY_LINE_BYTES;
	size_t left = arena->chunk ? (size_t)(arena->end - arena->next) : 0;
	size_t skip = arena->chunk ? -(uintptr_t)arena->next % line : 0;
	char *memory;

	/* A new chunk may begin anywhere. */
	if (left < size_bytes + line)
		skip = line - 1;
	memory = arena_alloc(arena, size_bytes + skip);
	memory += -(uintptr_t)memory % line;
	return memset(memory, 0, size_bytes);
}

void *arena_copy(struct arena *arena, const void *from, size_t size_bytes)
{
	void *copy = arena_alloc(arena, size_bytes);

	if (size_bytes)
		memcpy(copy, from, size_bytes);
	return copy;
}

char *arena_string(struct arena *arena, const char *text)
{
	return text ? arena_copy(arena, text, strlen(text) + 1) : NULL;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
	va_list arguments;
	char *text, *copy;

	va_start(arguments, format);
	text = memory_format_list(format, arguments);
	va_end(arguments);
	copy = arena_string(arena, text);
	free(text);
	return copy;
}
