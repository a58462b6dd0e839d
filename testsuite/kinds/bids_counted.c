/* SPDX-License-Identifier: MIT
 * After each round, which writes all bids anew, all offers are added up again for each bid:
 * no offer has changed. */
#include <stdlib.h>

struct market {
	long *bid, *offer;
	unsigned count;
};

static void bids_make(struct market *market, unsigned round)
{
	for (unsigned i = 0; i < market->count; i++)
		market->bid[i] = (long)((i * 13 + round * 7) % 29);
}

__attribute__((noinline)) long market_run(
	struct market *market, unsigned rounds)
{
	long sum = 0;

	for (unsigned round = 0; round < rounds; round++) {
		bids_make(market, round);
		for (unsigned i = 0; i < market->count; i++) {
			long all = 0;
			for (unsigned j = 0; j < market->count; j++)
				all += market->offer[j];
			sum += market->bid[i] * all;
		}
	}
	return sum;
}

int main(int argc, char **argv)
{
	unsigned count = (unsigned)(argc > 1 ? atoi(argv[1]) : 12);
	struct market market = {malloc(count * sizeof(long)),
		malloc(count * sizeof(long)), count};
	long sum;

	for (unsigned i = 0; i < count; i++)
		market.offer[i] = (long)(i * 5 % 17);
	sum = market_run(&market, 3);
	free(market.bid);
	free(market.offer);
	return sum < 0;
}
