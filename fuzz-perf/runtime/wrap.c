/* SPDX-License-Identifier: MIT
 * Bytes that a target compiled by gcc takes, copies and compares. The linker
 * leads calls of these functions here (--wrap): what gcc plants knows nothing
 * of them. */
#include "fuzz-perf/runtime/runtime.h"

#define SITE ((uintptr_t)__builtin_return_address(0))

static void *wrap_take(void *block, uint64_t size_bytes, uintptr_t site)
{
	if (!retread_counters.is_running)
		return block;
	retread_charge(site, size_bytes);
	__retread_allocated(block, size_bytes);
	return block;
}

static void wrap_touch(uint64_t size_bytes, uintptr_t site)
{
	if (retread_counters.is_running)
		retread_charge(site, size_bytes);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
	return wrap_take(__real_malloc(size), size, SITE);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		bytes = 0; /* nobody gets that */
	return wrap_take(__real_calloc(count, size), bytes, SITE);
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
	uintptr_t address = (uintptr_t)old;
	void *block = __real_realloc(old, size);

	if (!retread_counters.is_running)
		return block;
	retread_charge(SITE, size);
	__retread_reallocated((void *)address, block, size);
	return block;
}

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return wrap_take(__real_aligned_alloc(alignment, size), size, SITE);
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
	if (retread_counters.is_running)
		__retread_freed(block);
	__real_free(block);
}

#define BLOCK_FUNCTION(type, name, second)                                     \
	type __real_##name(const void *, second, size_t);                      \
	type __wrap_##name(const void *, second, size_t);                      \
	type __wrap_##name(const void *to, second from, size_t size)           \
	{                                                                      \
		wrap_touch(size, SITE);                                        \
		return __real_##name(to, from, size);                          \
	}
BLOCK_FUNCTION(void *, memcpy, const void *)
BLOCK_FUNCTION(void *, memmove, const void *)
BLOCK_FUNCTION(void *, memset, int)
BLOCK_FUNCTION(int, memcmp, const void *)
BLOCK_FUNCTION(void *, memchr, int)

#define CHECKED_FUNCTION(name, second)                                         \
	void *__real_##name(void *, second, size_t, size_t);                   \
	void *__wrap_##name(void *, second, size_t, size_t);                   \
	void *__wrap_##name(                                                   \
		void *to, second from, size_t size, size_t capacity)           \
	{                                                                      \
		wrap_touch(size, SITE);                                        \
		return __real_##name(to, from, size, capacity);                \
	}
CHECKED_FUNCTION(__memcpy_chk, const void *)
CHECKED_FUNCTION(__memmove_chk, const void *)
CHECKED_FUNCTION(__memset_chk, int)
