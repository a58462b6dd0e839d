/* SPDX-License-Identifier: MIT
 * The same with a set.
 * label: linear */
#include <set>
#include <string>
#include <vector>

std::vector<std::string> tags_unique(const std::vector<std::string> &tags)
{
	std::set<std::string> seen;
	std::vector<std::string> taken;

	for (const auto &tag : tags)
		if (seen.insert(tag).second)
			taken.push_back(tag);
	return taken;
}
