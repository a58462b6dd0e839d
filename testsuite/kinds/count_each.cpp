// SPDX-License-Identifier: MIT
// How often each name occurs, by counting it among all.
#include <algorithm>
#include <cstdlib>
#include <list>
#include <string>

int names_unique(const std::list<std::string> &names)
{
	int unique = 0;

	for (const auto &name : names)
		unique += std::count(names.begin(), names.end(), name) == 1;
	return unique;
}

int main(int argc, char **argv)
{
	std::list<std::string> names;

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		names.push_back(std::to_string(i));
	return names_unique(names) == 0;
}
