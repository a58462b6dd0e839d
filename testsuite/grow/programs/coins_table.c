/* SPDX-License-Identifier: MIT
 * The same with a table.
 * label: linear coins_fewest */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int coins_fewest(int sum)
{
	static const int coin[] = {1, 3, 4};
	int *best = malloc(((size_t)sum + 1) * sizeof *best), result;
	best[0] = 0;
	for (int each = 1; each <= sum; each++) {
		best[each] = each;
		for (int i = 0; i < 3; i++)
			if (coin[i] <= each &&
				best[each - coin[i]] + 1 < best[each])
				best[each] = best[each - coin[i]] + 1;
	}
	result = best[sum];
	free(best);
	return result;
}
