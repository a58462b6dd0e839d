// SPDX-License-Identifier: MIT
// How often each rating was given, counted from the beginning for each.
#include <algorithm>
#include <cassert>
#include <map>
#include <vector>

std::map<int, long> histogram(const std::vector<int> &ratings)
{
	std::map<int, long> counts;

	for (int rating : ratings)
		counts[rating] =
			std::count(ratings.begin(), ratings.end(), rating);
	return counts;
}

int main()
{
	std::vector<int> ratings;

	for (int i = 0; i < 24; i++)
		ratings.push_back(i * i % 5);
	assert(histogram(ratings)[0] == 5);
	return 0;
}
