/* SPDX-License-Identifier: MIT
 * Tags without doubles, each looked for in those that are taken.
 * label: grows tags_unique n^2 */
#include <algorithm>
#include <string>
#include <vector>

std::vector<std::string> tags_unique(const std::vector<std::string> &tags)
{
	std::vector<std::string> taken;

	for (const auto &tag : tags)
		if (std::find(taken.begin(), taken.end(), tag) == taken.end())
			taken.push_back(tag);
	return taken;
}
