/* SPDX-License-Identifier: MIT
 * Its test. */
#include "grid_paths.c"

static void test_paths(int size)
{
	assert(grid_paths(size, size) > 0);
}

int main(int argc, char **argv)
{
	test_paths(argc > 1 ? atoi(argv[1]) : 5);
	return 0;
}
