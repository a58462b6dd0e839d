/* SPDX-License-Identifier: MIT
 * Its test. */
#include "prefix_table.c"

static void test_border(void)
{
	assert(longest_border("aaaaaaaaaaaa") < 12);
}

int main(void)
{
	test_border();
	return 0;
}
