// SPDX-License-Identifier: MIT
// Collects different numbers in a vector that is searched for each.
#include <algorithm>
#include <cassert>
#include <vector>

std::vector<int> distinct(const std::vector<int> &numbers)
{
	std::vector<int> seen;

	for (int number : numbers)
		if (std::find(seen.begin(), seen.end(), number) == seen.end())
			seen.push_back(number);
	return seen;
}

int main()
{
	const std::vector<int> numbers = {5, 3, 5, 8, 1, 9, 3, 2, 7, 1, 6};

	assert(distinct(numbers) == (std::vector<int>{5, 3, 8, 1, 9, 2, 7, 6}));
	return 0;
}
