/* SPDX-License-Identifier: MIT
 * Takes points out of a line that are on it.
 * label: linear */
#include <cstddef>
#include <vector>

namespace geo
{
struct Point {
	long x, y;
};

inline bool flat(const Point &a, const Point &b, const Point &c)
{
	return (b.x - a.x) * (c.y - a.y) == (c.x - a.x) * (b.y - a.y);
}

void simplify(std::vector<Point> &line)
{
	std::vector<Point> kept;
	for (const Point &p : line) {
		while (kept.size() > 1 &&
			flat(kept[kept.size() - 2], kept.back(), p))
			kept.pop_back();
		kept.push_back(p);
	}
	line.swap(kept);
}
} // namespace geo
