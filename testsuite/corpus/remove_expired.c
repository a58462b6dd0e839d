/* SPDX-License-Identifier: MIT
 * Removes expired entries one by one from an array. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	long expires;
	char name[24];
};

struct cache {
	struct entry *entry;
	size_t count;
};

void cache_expire(struct cache *cache, long now)
{
	for (size_t i = 0; i < cache->count;) {
		if (cache->entry[i].expires > now) {
			i++;
			continue;
		}
		memmove(&cache->entry[i], &cache->entry[i + 1],
			(cache->count - i - 1) * sizeof *cache->entry);
		cache->count--;
	}
}

int main(void)
{
	struct cache cache = {calloc(16, sizeof(struct entry)), 16};

	for (size_t i = 0; i < 16; i++)
		cache.entry[i].expires = i % 4 == 3 ? 100 : 10;
	cache_expire(&cache, 50);
	assert(cache.count == 4 && cache.entry[3].expires == 100);
	free(cache.entry);
	return 0;
}
