/* SPDX-License-Identifier: MIT
 * The fewest coins of 1, 3 and 4, by recursion without memory.
 * label: grows coins_fewest exponential */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int coins_fewest(int sum)
{
	static const int coin[] = {1, 3, 4};
	int best = sum;
	for (int i = 0; i < 3; i++)
		if (coin[i] <= sum) {
			int rest = 1 + coins_fewest(sum - coin[i]);
			if (rest < best)
				best = rest;
		}
	return best;
}
