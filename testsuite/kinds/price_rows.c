/* SPDX-License-Identifier: MIT
 * The mean of all prices is worked out again for each of them: numbers in a heap block. */
#include <stdlib.h>

struct prices {
	int count;
	double *price;
};

static double prices_mean(const struct prices *prices)
{
	double sum = 0;

	for (int i = 0; i < prices->count; i++)
		sum += prices->price[i];
	return sum / prices->count;
}

int prices_above(const struct prices *prices)
{
	int above = 0;

	for (int i = 0; i < prices->count; i++)
		above += prices->price[i] > prices_mean(prices);
	return above;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct prices prices = {n, malloc(n * sizeof(double))};

	for (int i = 0; i < n; i++)
		prices.price[i] = i * 7 % 13;
	return prices_above(&prices) == 0;
}
