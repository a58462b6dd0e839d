/* SPDX-License-Identifier: MIT
 * Checked allocation, and an arena for bulk data.
 *
 * Running out of memory ends the program with one sentence: no caller could do
 * better. So nothing here returns NULL, not even for a size of 0. */
#ifndef RETREAD_LIB_MEMORY_H
#define RETREAD_LIB_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* Free what these return with free(). */
void *memory_alloc(size_t size_bytes) __attribute__((malloc));
/* SIZE_BYTES is a multiple of ALIGNMENT_BYTES, a power of two. */
void *memory_alloc_aligned(size_t alignment_bytes, size_t size_bytes)
	__attribute__((malloc));
void *memory_alloc_zero(size_t count, size_t size_bytes)
	__attribute__((malloc));
/* As realloc, for COUNT elements of SIZE_BYTES each. */
void *memory_resize(void *old, size_t count, size_t size_bytes);
/* Makes room for at least COUNT elements in ARRAY, whose capacity (in
 * elements) is *CAPACITY; grows by half at least, so that appending one by one
 * is linear. Returns the array. */
void *memory_grow(
	void *array, size_t *capacity, size_t count, size_t size_bytes);
char *memory_string_dup(const char *text) __attribute__((malloc));
/* The first LENGTH bytes of TEXT, terminated. */
char *memory_string_dup_length(const char *text, size_t length)
	__attribute__((malloc));
/* As sprintf into a new string. */
char *memory_format(const char *format, ...)
	__attribute__((malloc, format(printf, 1, 2)));
char *memory_format_list(const char *format, va_list arguments)
	__attribute__((malloc, format(printf, 1, 0)));

/* Ends the program as an allocation of SIZE_BYTES that failed does: for
 * callers of other allocators (mmap). */
void memory_fail(size_t size_bytes) __attribute__((noreturn));

#define MEMORY_LINE_BYTES 64 /* of a cache, on common machines */

/* Memory that is given back all at once. Zero-initialise it or arena_init. */
struct arena {
	struct arena_chunk *chunk; /* the newest; a list */
	char *next;		   /* free bytes of it: [next, end) */
	char *end;
	size_t size_bytes; /* of all chunks */
};

void arena_init(struct arena *arena);
/* Frees everything that came from ARENA, which may then be used again. */
void arena_release(struct arena *arena);
/* Aligned for any type; not initialised. */
void *arena_alloc(struct arena *arena, size_t size_bytes)
	__attribute__((malloc));
void *arena_alloc_zero(struct arena *arena, size_t count, size_t size_bytes)
	__attribute__((malloc));
/* Zeroes that begin at a line of the cache. */
void *arena_alloc_line(struct arena *arena, size_t size_bytes)
	__attribute__((malloc));
void *arena_copy(struct arena *arena, const void *from, size_t size_bytes)
	__attribute__((malloc));
/* A copy of TEXT; NULL for NULL. */
char *arena_string(struct arena *arena, const char *text);
char *arena_format(struct arena *arena, const char *format, ...)
	__attribute__((malloc, format(printf, 2, 3)));

#endif
