/* SPDX-License-Identifier: MIT
 * Its test. */
#include "long_keys_sorted.c"

static void test_find(int count)
{
	char **key = malloc((size_t)count * sizeof *key);
	for (int i = 0; i < count; i++) {
		key[i] = malloc(64);
		snprintf(key[i], 64, "a/long/common/beginning/of/keys/%06d", i);
	}
	for (int i = 0; i < count; i++)
		assert(bsearch(
			&key[i], key, (size_t)count, sizeof *key, compare));
}

int main(int argc, char **argv)
{
	test_find(argc > 1 ? atoi(argv[1]) : 12);
	return 0;
}
