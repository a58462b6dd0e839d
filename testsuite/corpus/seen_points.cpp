// SPDX-License-Identifier: MIT
// Keeps each point once; std::find goes through all that were kept.
#include <algorithm>
#include <cassert>
#include <vector>

struct point {
	long x, y, layer;
	bool operator==(const point &other) const
	{
		return x == other.x && y == other.y && layer == other.layer;
	}
};

void keep_points(std::vector<point> &kept, const std::vector<point> &points)
{
	for (const point &one : points)
		if (std::find(kept.begin(), kept.end(), one) == kept.end())
			kept.push_back(one);
}

int main()
{
	std::vector<point> points, kept;

	for (int i = 0; i < 14; i++)
		points.push_back({i % 7, i % 7 + 1, 3});
	keep_points(kept, points);
	assert(kept.size() == 7);
	return 0;
}
