/* SPDX-License-Identifier: MIT
 * Its test. */
#include "mutual.c"

static void test_trees(int height)
{
	assert(trees_left(height) > 0);
}

int main(int argc, char **argv)
{
	test_trees(argc > 1 ? atoi(argv[1]) : 9);
	return 0;
}
