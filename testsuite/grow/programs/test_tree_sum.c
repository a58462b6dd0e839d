/* SPDX-License-Identifier: MIT
 * Its test. */
#include "tree_sum.c"

static void test_tree(void)
{
	assert(tree_sum(tree_make(0, 16)) == 120);
}

int main(void)
{
	test_tree();
	return 0;
}
