/* SPDX-License-Identifier: MIT
 * Ten numbers that go up. */
#include "slope.c"
#include <assert.h>

int main(void)
{
	struct node *tree = NULL;

	for (int key = 100; key < 110; key++)
		tree_put(&tree, key);
	assert(tree_least(tree) == 100);
	return 0;
}
