/* SPDX-License-Identifier: MIT
 * Allocates in every way there is. Prints what malloc and its like returned
 * where the caller depends on it. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <retread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static __attribute__((noinline)) int look(volatile char *p)
{
	return *p;
}

static void pools(void)
{
	char *arena = malloc(4096);

	RETREAD_TEST_BEGIN("pools");
	VALGRIND_CREATE_MEMPOOL(arena, 0, 0);
	VALGRIND_MEMPOOL_ALLOC(arena, arena + 64, 100);
	VALGRIND_MEMPOOL_ALLOC(arena, arena + 256, 100);
	VALGRIND_MEMPOOL_CHANGE(arena, arena + 256, arena + 512, 200);
	VALGRIND_MEMPOOL_FREE(arena, arena + 64);
	VALGRIND_MEMPOOL_ALLOC(arena, arena + 64, 10);
	VALGRIND_DESTROY_MEMPOOL(arena);
	VALGRIND_MALLOCLIKE_BLOCK(arena + 1024, 32, 0, 0);
	VALGRIND_RESIZEINPLACE_BLOCK(arena + 1024, 32, 64, 0);
	VALGRIND_FREELIKE_BLOCK(arena + 1024, 0);
	RETREAD_TEST_END();
	free(arena);
}

/* So far apart that their order in a hash table is not that of their making. */
static void pieces(void)
{
	char *arena = malloc(40 * 3000);

	RETREAD_TEST_BEGIN("pieces");
	VALGRIND_CREATE_MEMPOOL(arena, 0, 0);
	for (int i = 0; i < 40; i++)
		VALGRIND_MEMPOOL_ALLOC(arena, arena + i * 7 % 40 * 3000, i + 1);
	VALGRIND_MEMPOOL_TRIM(arena, arena + 20 * 3000, 20 * 3000);
	VALGRIND_DESTROY_MEMPOOL(arena);
	RETREAD_TEST_END();
	free(arena);
}

/* Each block's byte is written, read as fresh, and read after realloc. */
static void identity(void)
{
	char *p = malloc(100);

	RETREAD_TEST_BEGIN("identity");
	p[7] = 1;
	look(p + 7);
	p = realloc(p, 50);
	p = realloc(p, 100000);
	look(p + 7);
	look(p + 99999);
	free(p);
	p = calloc(3, 7);
	look(p + 20);
	free(p);
	RETREAD_TEST_END();
}

static void aligned(void)
{
	void *p = NULL;

	RETREAD_TEST_BEGIN("aligned");
	printf("%d", posix_memalign(&p, 256, 77));
	printf(" %d\n", (uintptr_t)p % 256 == 0);
	free(p);
	p = aligned_alloc(64, 128);
	printf("%d %d\n", (uintptr_t)p % 64 == 0, malloc_usable_size(p) >= 128);
	free(p);
	RETREAD_TEST_END();
}

/* A block with a page that may not be read is freed, though a larger one is there
 * that it could have been copied to; so is one that is larger than it. */
static void guards(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	RETREAD_TEST_BEGIN("guards");
	for (int i = 0; i < 2; i++) {
		char *block = aligned_alloc(page, 3 * page);
		char *larger = aligned_alloc(page, 4 * page);
		char *guarded = i == 0 ? block : larger;
		memset(block, 1, 3 * page);
		memset(larger, 1, 4 * page);
		mprotect(guarded + page, page, PROT_NONE);
		free(block);
		mprotect(guarded + page, page, PROT_READ | PROT_WRITE);
		free(larger);
	}
	RETREAD_TEST_END();
}

static void limits(void)
{
	void *p = malloc(0);

	printf("%d\n", p != NULL);
	free(p);
	free(NULL);
	printf("%d %d\n", malloc((size_t)-1) == NULL,
		malloc((size_t)1 << 46) == NULL);
	printf("%d\n", calloc((size_t)1 << 40, (size_t)1 << 40) == NULL);
	p = malloc(10);
	memset(p, 5, 10);
	printf("%d %d\n", realloc(p, (size_t)-5) == NULL, ((char *)p)[9]);
	free(p);
}

int main(void)
{
	static char buffer[BUFSIZ];

	/* No blocks that are not ours. */
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	pools();
	pieces();
	identity();
	aligned();
	guards();
	limits();
	return 0;
}
