/* SPDX-License-Identifier: MIT
 * Whether two articles have the same tags, in any order: both are sorted.
 * label: linear */
#include <algorithm>
#include <string>
#include <vector>

bool __attribute__((noinline))
same_tags(std::vector<std::string> a, std::vector<std::string> b)
{
	if (a.size() != b.size())
		return false;
	std::sort(a.begin(), a.end());
	std::sort(b.begin(), b.end());
	return std::equal(a.begin(), a.end(), b.begin());
}
