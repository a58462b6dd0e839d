/* SPDX-License-Identifier: MIT
 * Whether all of one are in another, looked for one by one.
 * label: grows is_subset n^2 */
#include <algorithm>
#include <string>
#include <vector>

bool is_subset(const std::vector<std::string> &small,
	const std::vector<std::string> &large)
{
	for (const auto &word : small)
		if (std::find(large.begin(), large.end(), word) == large.end())
			return false;
	return true;
}
