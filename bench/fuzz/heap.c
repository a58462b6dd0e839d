/* SPDX-License-Identifier: MIT
 * Neutral meter of memory: preload it, and a program says when it ends how many
 * bytes it asked malloc for in all. Knows nothing of any fuzzer. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static uint64_t asked_bytes;

void *malloc(size_t size)
{
    asked_bytes += size;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    asked_bytes += count * size;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    asked_bytes += size;
    return __libc_realloc(block, size);
}

__attribute__((destructor)) static void tell(void)
{
    fprintf(stderr, "asked %llu bytes\n", (unsigned long long)asked_bytes);
}
