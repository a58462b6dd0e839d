/* SPDX-License-Identifier: MIT
 * Walks a std::map of seven, and looks its numbers up. */
#include "containers.h"

int main()
{
	std::map<int, int> map = make_map(7);
	std::vector<int> few = make_vector(3);
	std::vector<int> all = make_vector(7);
	bool right = map_total(map) == 28 && map_total_often(map, few) == 168 &&
		     map_look_up_all(map, all) == 7;
	return right ? 0 : 1;
}
