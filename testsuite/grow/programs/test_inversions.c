/* SPDX-License-Identifier: MIT
 * Its test. */
#include "inversions.c"

static void test_inversions(void)
{
	int sorted[] = {1, 2, 3}, mixed[] = {4, 1, 3, 2};

	assert(inversions(sorted, 3) == 0);
	assert(inversions(mixed, 4) == 4);
}

int main(void)
{
	test_inversions();
	return 0;
}
