// SPDX-License-Identifier: MIT
// Fills a map in ascending order, which turns its right edge repeatedly.
#include <cassert>
#include <map>
#include <vector>

std::map<int, int> index_of(const std::vector<int> &keys)
{
	std::map<int, int> index;

	for (int i = 0; i < (int)keys.size(); i++)
		index[keys[i]] = i;
	return index;
}

int main()
{
	std::vector<int> keys;

	for (int i = 0; i < 24; i++)
		keys.push_back(5 * i);
	const std::map<int, int> index = index_of(keys);
	assert(index.size() == 24);
	assert(index.at(35) == 7);
	return 0;
}
