/* SPDX-License-Identifier: MIT
 * Roads in a table of literals. */
#include "roadindex.cc"
#include <cstdio>

static const struct {
	const char *from, *to;
} roads[] = {
	{"Bern", "Thun"},
	{"Thun", "Brig"},
	{"Brig", "Sion"},
	{"Sion", "Vevey"},
	{"Vevey", "Bulle"},
};

static bool testRoads()
{
	Map map;
	for (const auto &road : roads)
		map.addRoad(road.from, road.to);
	return map.towns() == 6 && map.roads() == 5;
}

int main()
{
	bool isRight = testRoads();
	std::puts(isRight ? "PASS" : "FAIL");
	return !isRight;
}
