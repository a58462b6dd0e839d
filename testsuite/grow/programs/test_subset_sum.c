/* SPDX-License-Identifier: MIT
 * Its test. */
#include "subset_sum.c"

static void test_subset(int count)
{
	int *weight = malloc((size_t)count * sizeof *weight);
	for (int i = 0; i < count; i++)
		weight[i] = 2 * (i % 3 + 1);
	assert(!subset_fits(weight, count, 7));
	free(weight);
}

int main(int argc, char **argv)
{
	test_subset(argc > 1 ? atoi(argv[1]) : 8);
	return 0;
}
