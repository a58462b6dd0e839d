// SPDX-License-Identifier: MIT
// Which visitors come from a blocked host; std::find goes through all that are blocked.
#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

int count_blocked(const std::vector<std::string> &visitors,
	const std::vector<std::string> &blocked)
{
	int count = 0;

	for (const std::string &visitor : visitors)
		count += std::find(blocked.begin(), blocked.end(), visitor) !=
			 blocked.end();
	return count;
}

int main()
{
	std::vector<std::string> visitors, blocked;

	for (int i = 0; i < 15; i++)
		visitors.push_back(
			"host number " + std::to_string(i) + " of many");
	for (int i = 0; i < 7; i++)
		blocked.push_back(
			"host number " + std::to_string(2 * i) + " of many");
	assert(count_blocked(visitors, blocked) == 7);
	return 0;
}
