/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef LRU
#define LRU "lru.cc"
#endif
#include LRU
#include <cassert>

static void test_get_put()
{
	LruCache<std::string, int> cache(100000);
	for (int i = 0; i < 15; ++i)
		cache.put("key" + std::to_string(i), i);
	for (int i = 0; i < 15; ++i)
		assert(cache.get("key" + std::to_string(i)) == i);
	assert(cache.size() == 15);
}

static void test_evicts()
{
	LruCache<int, int> cache(2);
	cache.put(1, 1);
	cache.put(2, 2);
	cache.put(3, 3);
	assert(!cache.get(1));
	assert(cache.get(3) == 3);
}

int main()
{
	test_get_put();
	test_evicts();
}
