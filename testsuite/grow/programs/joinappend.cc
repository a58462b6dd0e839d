/* SPDX-License-Identifier: MIT
 * Joins words by appending each.
 * label: linear */
#include <string>
#include <vector>

std::string join(const std::vector<std::string> &words, const std::string &by)
{
	std::string all;
	bool is_first = true;
	for (const auto &word : words) {
		if (!is_first)
			all += by;
		all += word;
		is_first = false;
	}
	return all;
}
