/* SPDX-License-Identifier: MIT
 * Lists in one array whose links are indices; adding walks to the end. */
#include <assert.h>
#include <stdlib.h>

#define NONE (-1)

struct cell {
	int next;
	int load;
};

struct pool {
	struct cell *cell;
	int used;
};

int pool_append(struct pool *pool, int head, int load)
{
	int made = pool->used++, at = head;

	pool->cell[made].next = NONE;
	pool->cell[made].load = load;
	if (head == NONE)
		return made;
	while (pool->cell[at].next != NONE)
		at = pool->cell[at].next;
	pool->cell[at].next = made;
	return head;
}

int pool_fill(struct pool *pool, int count)
{
	int head = NONE;

	for (int i = 0; i < count; i++)
		head = pool_append(pool, head, i * i);
	return head;
}

int pool_sum(const struct pool *pool, int head)
{
	int sum = 0;

	for (; head != NONE; head = pool->cell[head].next)
		sum += pool->cell[head].load;
	return sum;
}

int main(void)
{
	struct pool pool = {calloc(32, sizeof(struct cell)), 0};
	int squares = pool_fill(&pool, 8);

	assert(pool_sum(&pool, squares) == 140);
	free(pool.cell);
	return 0;
}
