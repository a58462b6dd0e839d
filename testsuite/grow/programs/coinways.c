/* SPDX-License-Identifier: MIT
 * In how many ways coins make a sum, by a row of all sums for each coin.
 * label: output coin_ways */
#include <stdlib.h>

unsigned coin_ways(const int *coin, int coins, int sum)
{
	unsigned *ways = calloc((size_t)sum + 1, sizeof *ways), result;

	ways[0] = 1;
	for (int c = 0; c < coins; c++)
		for (int s = coin[c]; s <= sum; s++)
			ways[s] += ways[s - coin[c]];
	result = ways[sum];
	free(ways);
	return result;
}
