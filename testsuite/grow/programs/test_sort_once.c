/* SPDX-License-Identifier: MIT
 * Its test. */
#include "sort_once.c"

static void test_find(int count)
{
	int *key = malloc((size_t)count * sizeof *key);
	for (int i = 0; i < count; i++)
		key[i] = i * 7919 % 100003;
	qsort(key, (size_t)count, sizeof *key, compare);
	for (int i = 0; i < count; i++) {
		int wanted = i * 7919 % 100003;
		assert(bsearch(
			&wanted, key, (size_t)count, sizeof *key, compare));
	}
	free(key);
}

int main(int argc, char **argv)
{
	test_find(argc > 1 ? atoi(argv[1]) : 10);
	return 0;
}
