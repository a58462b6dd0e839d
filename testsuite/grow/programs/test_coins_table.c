/* SPDX-License-Identifier: MIT
 * Its test. */
#include "coins_table.c"

static void test_coins(int sum)
{
	assert(coins_fewest(sum) >= 0);
}

int main(int argc, char **argv)
{
	test_coins(argc > 1 ? atoi(argv[1]) : 9);
	return 0;
}
