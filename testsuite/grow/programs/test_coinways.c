/* SPDX-License-Identifier: MIT
 * Coins up to eight. */
#include "coinways.c"
#include <assert.h>

int main(void)
{
	int *coin = malloc(8 * sizeof *coin);
	for (int i = 0; i < 8; i++)
		coin[i] = i + 1;
	assert(coin_ways(coin, 8, 30) > 1);
	assert(coin_ways(coin, 1, 30) == 1);
	free(coin);
	return 0;
}
