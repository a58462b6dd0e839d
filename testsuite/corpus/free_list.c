/* SPDX-License-Identifier: MIT
 * A pool of blocks with a list of the free ones, used last in, first out. */
#include <assert.h>
#include <stdlib.h>

struct block {
	struct block *next;
	int owner;
};

struct pool {
	struct block *free;
	struct block block[6];
};

void pool_init(struct pool *pool)
{
	pool->free = NULL;
	for (int i = 6; i-- > 0;) {
		pool->block[i].next = pool->free;
		pool->free = &pool->block[i];
	}
}

struct block *pool_take(struct pool *pool, int owner)
{
	struct block *block = pool->free;

	if (block != NULL) {
		pool->free = block->next;
		block->owner = owner;
	}
	return block;
}

void pool_give(struct pool *pool, struct block *block)
{
	block->next = pool->free;
	pool->free = block;
}

int serve(struct pool *pool, int requests)
{
	int served = 0;

	for (int i = 0; i < requests; i++) {
		struct block *held[4];
		int wanted = 1 + i % 4, got = 0;
		while (got < wanted && (held[got] = pool_take(pool, i)) != NULL)
			got++;
		served += got;
		while (got > 0)
			pool_give(pool, held[--got]);
	}
	return served;
}

int main(void)
{
	struct pool *pool = malloc(sizeof *pool);

	pool_init(pool);
	assert(serve(pool, 12) == 30);
	free(pool);
	return 0;
}
