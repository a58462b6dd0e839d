/* SPDX-License-Identifier: MIT
 * Prices lists of orders: each list is read into an array of its own, and put into
 * another one without what was cancelled. */
#include <stdlib.h>

static long price_list(const long *from, int count)
{
	long *kept = malloc(count * sizeof *kept), sum = 0;

	for (int i = 0; i < count; i++)
		kept[i] = from[i];
	for (int i = 0; i < count; i++)
		sum += kept[i];
	free(kept);
	return sum;
}

long orders_price(int lists, int count)
{
	long sum = 0;

	for (int k = 0; k < lists; k++) {
		long *list = malloc(count * sizeof *list);
		for (int i = 0; i < count; i++)
			list[i] = (long)i * k;
		sum += price_list(list, count);
		free(list);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;

	return orders_price(n, n) < 0;
}
