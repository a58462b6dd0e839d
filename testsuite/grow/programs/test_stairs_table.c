/* SPDX-License-Identifier: MIT
 * Its test. */
#include "stairs_table.c"

static void test_stairs(void)
{
	assert(stairs_ways(4) == 7);
	assert(stairs_ways(9) == 149);
}

int main(void)
{
	test_stairs();
	return 0;
}
