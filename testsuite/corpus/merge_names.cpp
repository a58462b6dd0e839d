// SPDX-License-Identifier: MIT
// Merges one list of names into another, which is searched for each.
#include <algorithm>
#include <cassert>
#include <list>
#include <string>

using names = std::list<std::string>;

static bool has_name(const names &all, const std::string &name)
{
	return std::find(all.begin(), all.end(), name) != all.end();
}

int merge_names(names &into, const names &from)
{
	int added = 0;

	for (const std::string &name : from)
		if (!has_name(into, name)) {
			into.push_back(name);
			added++;
		}
	return added;
}

int main()
{
	names team = {"ada", "grace", "edsger", "barbara"};

	assert(merge_names(team, {"donald", "ada", "john", "frances", "grace",
					 "leslie"}) == 4);
	assert(team.size() == 8);
	return 0;
}
