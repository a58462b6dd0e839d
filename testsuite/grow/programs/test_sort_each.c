/* SPDX-License-Identifier: MIT
 * Its test. */
#include "sort_each.c"

static void test_scores(void)
{
	for (int i = 0; i < 10; i++)
		scores_add(i * 37 % 101);
	assert(score_count == 10);
}

int main(void)
{
	test_scores();
	return 0;
}
