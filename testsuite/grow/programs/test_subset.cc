/* SPDX-License-Identifier: MIT
 * Even numbers among all. */
#include "subset.cc"
#include <cassert>

static std::vector<std::string> words(int count, int step)
{
	std::vector<std::string> all;
	for (int i = 0; i < count; i++)
		all.push_back("w" + std::to_string(i * step));
	return all;
}

int main()
{
	assert(is_subset(words(10, 2), words(30, 1)));
	assert(!is_subset(words(20, 2), words(30, 1)));
	return 0;
}
