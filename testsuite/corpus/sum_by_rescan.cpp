// SPDX-License-Identifier: MIT
// Sums of sales for each region; every region goes through all sales.
#include <cassert>
#include <deque>
#include <vector>

struct sale {
	int region;
	long cents;
};

static long sum_of_region(const std::deque<sale> &sales, int region)
{
	long sum = 0;

	for (const sale &sale : sales)
		if (sale.region == region)
			sum += sale.cents;
	return sum;
}

std::vector<long> sums_by_region(const std::deque<sale> &sales, int regions)
{
	std::vector<long> sums(regions);

	for (int region = 0; region < regions; region++)
		sums[region] = sum_of_region(sales, region);
	return sums;
}

int main()
{
	std::deque<sale> sales;

	for (int i = 0; i < 10; i++)
		sales.push_back({i % 4, 100 + i});
	const std::vector<long> sums = sums_by_region(sales, 4);
	assert(sums[0] == 312 && sums[3] == 210);
	return 0;
}
