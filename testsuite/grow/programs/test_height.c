/* SPDX-License-Identifier: MIT
 * Its test. */
#include "height.c"
#include <stdio.h>

static int tests, failed;

static void expect(const char *what, int found, int wanted)
{
	tests++;
	if (found != wanted) {
		failed++;
		printf("not ok %d - %s: %d, not %d\n", tests, what, found,
			wanted);
	}
}

int main(void)
{
	struct bst tree = {0};
	int keys[] = {50, 30, 70, 20, 40, 60, 80};
	for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
		bst_insert(&tree, keys[i]);
	expect("size", tree.size, 7);
	expect("height", tree.height, 3);
	expect("again", bst_insert(&tree, 40), 0);
	return failed > 0;
}
