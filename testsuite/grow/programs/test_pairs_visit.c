/* SPDX-License-Identifier: MIT
 * Its test. */
#include "pairs_visit.c"

static void count_pair(int left, int right, void *closure)
{
	*(long *)closure += left < right;
}

static void test_pairs(int count)
{
	int *x = malloc((size_t)count * sizeof *x);
	long pairs = 0;
	for (int i = 0; i < count; i++)
		x[i] = i * 31 % 17;
	pairs_visit(x, count, 20, count_pair, &pairs);
	assert(pairs == (long)count * (count - 1) / 2);
	free(x);
}

int main(int argc, char **argv)
{
	test_pairs(argc > 1 ? atoi(argv[1]) : 9);
	return 0;
}
