/* SPDX-License-Identifier: MIT
 * The same with a list of those that are free.
 * label: linear */
#include <stddef.h>
#include <stdlib.h>

struct block {
	struct block *next, *all;
	char bytes[48];
};

struct pool {
	struct block *spare, *all;
	unsigned taken;
};

void *pool_take(struct pool *pool)
{
	struct block *block = pool->spare;
	if (block) {
		pool->spare = block->next;
	} else {
		block = calloc(1, sizeof *block);
		block->all = pool->all;
		pool->all = block;
	}
	pool->taken++;
	return block->bytes;
}

void pool_give(struct pool *pool, void *bytes)
{
	struct block *block =
		(struct block *)((char *)bytes - offsetof(struct block, bytes));
	block->next = pool->spare;
	pool->spare = block;
	pool->taken--;
}

void pool_free(struct pool *pool)
{
	while (pool->all) {
		struct block *next = pool->all->all;
		free(pool->all);
		pool->all = next;
	}
}
