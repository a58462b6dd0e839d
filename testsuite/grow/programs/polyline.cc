/* SPDX-License-Identifier: MIT
 * Takes points out of a line that are on it.
 * label: grows geo::simplify n^2 */
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
	for (std::size_t i = 1; i + 1 < line.size();) {
		if (flat(line[i - 1], line[i], line[i + 1]))
			line.erase(
				line.begin() + static_cast<std::ptrdiff_t>(i));
		else
			++i;
	}
}
} // namespace geo
