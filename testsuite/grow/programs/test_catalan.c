/* SPDX-License-Identifier: MIT
 * Small trees. */
#include "catalan.c"
#include <assert.h>

static void test_trees(void)
{
	assert(trees(3) == 5);
	assert(trees(7) == 429);
}

int main(void)
{
	test_trees();
	return 0;
}
