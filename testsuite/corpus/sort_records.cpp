// SPDX-License-Identifier: MIT
// Sorts records with std::sort.
#include <algorithm>
#include <cassert>
#include <vector>

struct record {
	int year;
	int sales;
};

void sort_by_year(std::vector<record> &records)
{
	std::sort(records.begin(), records.end(),
		[](const record &a, const record &b) {
			return a.year < b.year;
		});
}

int main()
{
	std::vector<record> records;

	for (int i = 0; i < 14; i++)
		records.push_back({1990 + i * 5 % 14, i});
	sort_by_year(records);
	assert(records.front().year == 1990 && records.back().year == 2003);
	return 0;
}
