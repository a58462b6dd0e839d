// SPDX-License-Identifier: MIT
// Asks a set of names for others.
#include <cassert>
#include <set>
#include <string>
#include <vector>

int count_known(const std::set<std::string> &known,
	const std::vector<std::string> &asked)
{
	int count = 0;

	for (const std::string &name : asked)
		count += known.count(name) != 0;
	return count;
}

int main()
{
	const std::set<std::string> known = {"oak", "elm", "ash", "fir", "yew",
		"birch", "maple", "pine", "larch"};

	assert(count_known(known, {"ash", "rose", "pine", "yew", "fern", "oak",
					  "elm", "moss", "larch"}) == 6);
	return 0;
}
