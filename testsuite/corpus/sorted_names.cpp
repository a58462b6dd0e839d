// SPDX-License-Identifier: MIT
// Names are looked for in a sorted std::vector, by halves.
#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

int count_known(const std::vector<std::string> &names,
	const std::vector<std::string> &wanted)
{
	int known = 0;

	for (const std::string &one : wanted)
		known += std::binary_search(names.begin(), names.end(), one);
	return known;
}

int main()
{
	std::vector<std::string> names, wanted;

	for (char c = 'a'; c <= 'z'; c++) {
		names.push_back(std::string(3, c));
		wanted.push_back(std::string(2 + c % 2, c));
	}
	assert(count_known(names, wanted) == 13);
	return 0;
}
