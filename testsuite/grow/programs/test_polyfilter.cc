/* SPDX-License-Identifier: MIT
 * Straight lines become two points. */
#include "polyfilter.cc"
#include <cstdlib>

static void check(bool ok)
{
	if (!ok)
		std::exit(1);
}

static void test_straight_line()
{
	std::vector<geo::Point> line;
	for (long i = 0; i < 24; i++)
		line.push_back({i, 2 * i + 1});
	geo::simplify(line);
	check(line.size() == 2);
	check(line[1].x == 23);
}

int main()
{
	test_straight_line();
}
