// SPDX-License-Identifier: MIT
// The longest common part of two texts, by a table of all beginnings.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <vector>

int common_length(const std::string &a, const std::string &b)
{
	std::vector<std::vector<int>> length(
		a.size() + 1, std::vector<int>(b.size() + 1));

	for (std::size_t i = 1; i <= a.size(); i++)
		for (std::size_t j = 1; j <= b.size(); j++)
			length[i][j] = a[i - 1] == b[j - 1]
					       ? length[i - 1][j - 1] + 1
					       : std::max(length[i - 1][j],
							 length[i][j - 1]);
	return length[a.size()][b.size()];
}

int main()
{
	assert(common_length("traversals", "reversal") == 7);
	return 0;
}
