/* SPDX-License-Identifier: MIT
 * Builds the containers that are walked. */
#include "containers.h"

std::list<int> make_list(int count)
{
	std::list<int> list;
	for (int number = 1; number <= count; number++)
		list.push_back(number);
	return list;
}

std::vector<int> make_vector(int count)
{
	std::vector<int> vector;
	for (int number = 1; number <= count; number++)
		vector.push_back(number);
	return vector;
}

std::map<int, int> make_map(int count)
{
	std::map<int, int> map;
	for (int number = 1; number <= count; number++)
		map[number] = number;
	return map;
}
