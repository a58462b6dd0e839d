/* SPDX-License-Identifier: MIT
 * One walk, and many walks, of a std::map; and looking numbers up in it, which
 * walks a different path for each. */
#include "containers.h"

int map_total(const std::map<int, int> &map)
{
	int total = 0;
	for (const auto &entry : map)  /* map_total:1 */
		total += entry.second; /* map_total:2 */
	return total;
}

int map_total_often(
	const std::map<int, int> &map, const std::vector<int> &wanted)
{
	int total = 0;
	for (int number : wanted)		  /* map_total_often:1 */
		total += number * map_total(map); /* map_total_often:2 */
	return total;
}

int map_look_up_all(
	const std::map<int, int> &map, const std::vector<int> &wanted)
{
	int found = 0;
	for (int number : wanted)		   /* map_look_up_all:1 */
		if (map.find(number) != map.end()) /* map_look_up_all:2 */
			found++;
	return found;
}
