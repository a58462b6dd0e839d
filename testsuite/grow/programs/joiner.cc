/* SPDX-License-Identifier: MIT
 * Joins words by a new text for each.
 * label: grows join n^2 */
#include <string>
#include <vector>

std::string join(const std::vector<std::string> &words, const std::string &by)
{
	std::string all;
	for (const auto &word : words) {
		if (all.empty())
			all = word;
		else
			all = all + by + word;
	}
	return all;
}
