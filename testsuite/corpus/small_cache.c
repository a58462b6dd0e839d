/* SPDX-License-Identifier: MIT
 * A cache of four pages that is searched from the most recent one. */
#include <assert.h>
#include <stdlib.h>

#define PAGES 4

struct page {
	struct page *older;
	int number;
	int uses;
};

struct cache {
	struct page *newest;
	int misses;
};

struct cache *cache_new(void)
{
	struct cache *cache = calloc(1, sizeof *cache);

	for (int i = 0; i < PAGES; i++) {
		struct page *page = calloc(1, sizeof *page);
		page->number = -1;
		page->older = cache->newest;
		cache->newest = page;
	}
	return cache;
}

/* The page of this number, moved to the front; replaces the oldest one. */
struct page *cache_get(struct cache *cache, int number)
{
	struct page **place = &cache->newest, *page;

	while ((*place)->number != number && (*place)->older != NULL)
		place = &(*place)->older;
	page = *place;
	*place = page->older;
	page->older = cache->newest;
	cache->newest = page;
	cache->misses += page->number != number;
	page->number = number;
	return page;
}

int cache_read(struct cache *cache, const int *number, int count)
{
	for (int i = 0; i < count; i++)
		cache_get(cache, number[i])->uses++;
	return cache->misses;
}

static void test_workload(int count, int stride)
{
	struct cache *cache = cache_new();
	int *number = malloc((size_t)count * sizeof *number);

	for (int i = 0; i < count; i++)
		number[i] = i * stride % 7;
	assert(cache_read(cache, number, count) <= count);
	free(number);
	while (cache->newest != NULL) {
		struct page *older = cache->newest->older;
		free(cache->newest);
		cache->newest = older;
	}
	free(cache);
}

int main(void)
{
	test_workload(10, 1);
	test_workload(24, 3);
	test_workload(60, 2);
	return 0;
}
