/* SPDX-License-Identifier: MIT
 * Its test. */
#include "union_find.c"

static void test_join(int count)
{
	for (int i = 0; i < count; i++)
		parent[i] = i;
	for (int i = 1; i < count; i++)
		parent[find(i)] = find(i / 2);
	assert(find(count - 1) == find(0));
}

int main(int argc, char **argv)
{
	test_join(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
