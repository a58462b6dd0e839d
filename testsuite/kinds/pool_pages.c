/* SPDX-License-Identifier: MIT
 * A pool of pages: a free one is looked for bit by bit, from the first word. */
#include <limits.h>
#include <stdlib.h>

#define WBITS (sizeof(unsigned long) * CHAR_BIT)

struct page_pool {
	unsigned long *map;
	unsigned pages;
};

static inline int page_used(const struct page_pool *pp, unsigned i)
{
	return pp->map[i / WBITS] >> (i % WBITS) & 1;
}

int pool_take(struct page_pool *pp)
{
	for (unsigned i = 0; i < pp->pages; i++)
		if (!page_used(pp, i)) {
			pp->map[i / WBITS] |= 1UL << (i % WBITS);
			return i;
		}
	return -1;
}

unsigned pool_take_many(struct page_pool *pp, unsigned want)
{
	unsigned got = 0;
	while (got < want && pool_take(pp) >= 0)
		got++;
	return got;
}

int main(int argc, char **argv)
{
	unsigned n = 8 * (argc > 1 ? atoi(argv[1]) : 48);
	struct page_pool pp = {calloc(n / WBITS + 1, sizeof(long)), n};
	unsigned got = pool_take_many(&pp, n);
	free(pp.map);
	return got != n;
}
