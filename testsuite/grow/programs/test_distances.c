/* SPDX-License-Identifier: MIT
 * Its test. */
#include "distances.c"

static void test_distances(int count)
{
	int *x = malloc((size_t)count * sizeof *x);
	int *distance =
		malloc((size_t)count * (size_t)count * sizeof *distance);
	for (int i = 0; i < count; i++)
		x[i] = i * 31 % 17;
	points_distances(x, count, distance);
	assert(distance[0] == 0);
	free(x);
	free(distance);
}

int main(int argc, char **argv)
{
	test_distances(argc > 1 ? atoi(argv[1]) : 9);
	return 0;
}
