/* SPDX-License-Identifier: MIT
 * All pairs of points that are near, for each of which a function is called.
 * label: output contacts */
#include <functional>
#include <vector>

struct point {
	double x, y;
};

void contacts(const std::vector<point> &points,
	const std::function<void(const point &, const point &)> &visit)
{
	for (size_t i = 0; i < points.size(); i++)
		for (size_t j = i + 1; j < points.size(); j++)
			visit(points[i], points[j]);
}
