/* SPDX-License-Identifier: MIT
 * Memory in blocks: a list of them is searched for the first that is free.
 * label: grows pool_take n^2 */
#include <stddef.h>
#include <stdlib.h>

struct block {
	struct block *next;
	int used;
	char bytes[48];
};

struct pool {
	struct block *blocks;
	unsigned taken;
};

void *pool_take(struct pool *pool)
{
	struct block **at = &pool->blocks;
	while (*at && (*at)->used)
		at = &(*at)->next;
	if (!*at)
		*at = calloc(1, sizeof **at);
	(*at)->used = 1;
	pool->taken++;
	return (*at)->bytes;
}

void pool_give(struct pool *pool, void *bytes)
{
	struct block *block =
		(struct block *)((char *)bytes - offsetof(struct block, bytes));
	block->used = 0;
	pool->taken--;
}

void pool_free(struct pool *pool)
{
	while (pool->blocks) {
		struct block *next = pool->blocks->next;
		free(pool->blocks);
		pool->blocks = next;
	}
}
