// SPDX-License-Identifier: MIT
// The total of each shelf; every shelf goes through the whole map of the stock.
#include <cassert>
#include <map>
#include <string>
#include <vector>

struct item {
	int shelf, count;
};

std::vector<int> shelf_totals(
	const std::map<std::string, item> &stock, int shelves)
{
	std::vector<int> totals;

	for (int shelf = 0; shelf < shelves; shelf++) {
		int total = 0;
		for (const auto &[name, one] : stock)
			if (one.shelf == shelf)
				total += one.count;
		totals.push_back(total);
	}
	return totals;
}

int main()
{
	std::map<std::string, item> stock;

	for (int i = 0; i < 13; i++)
		stock["item" + std::to_string(i)] = {i % 6, i};
	assert(shelf_totals(stock, 6)[1] == 8);
	return 0;
}
