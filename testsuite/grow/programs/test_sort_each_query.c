/* SPDX-License-Identifier: MIT
 * Its test. */
#include "sort_each_query.c"

static void test_find(int count)
{
	struct index index = {
		malloc((size_t)count * sizeof(int)), (size_t)count};
	for (int i = 0; i < count; i++)
		index.key[i] = i * 7919 % 1009;
	for (int i = 0; i < count; i++)
		assert(index_find(&index, i * 7919 % 1009));
	free(index.key);
}

int main(int argc, char **argv)
{
	test_find(argc > 1 ? atoi(argv[1]) : 10);
	return 0;
}
