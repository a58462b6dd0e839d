/* SPDX-License-Identifier: MIT
 * The table of all names with all sizes, kept and printed.
 * label: output cross */
#include <string>
#include <vector>

std::vector<std::string> cross(const std::vector<std::string> &left,
	const std::vector<std::string> &right)
{
	std::vector<std::string> all;
	all.reserve(left.size() * right.size());
	for (const auto &l : left)
		for (const auto &r : right)
			all.push_back(l + "-" + r);
	return all;
}
