/* SPDX-License-Identifier: MIT
 * Its test. */
#include "random_tree.c"

static void test_tree(int count)
{
	struct node *root = NULL;
	unsigned key = 1;
	for (int i = 0; i < count; i++)
		tree_add(&root, (key = key * 1664525 + 1013904223) >> 4);
	assert(root);
}

int main(int argc, char **argv)
{
	test_tree(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
