/* SPDX-License-Identifier: MIT
 * Its test. */
#include "contacts.cc"
#include <cassert>

int main()
{
	std::vector<point> points;
	for (int i = 0; i < 16; i++)
		points.push_back({i * 0.5, 1.0 - i});
	int seen = 0;
	contacts(points, [&](const point &, const point &) { seen++; });
	assert(seen == 120);
	return 0;
}
