// SPDX-License-Identifier: MIT
// A hash table whose hash is the same for all of its keys.
#include <cstdlib>
#include <unordered_map>

struct point {
	int x, y;
	bool operator==(const point &other) const
	{
		return x == other.x && y == other.y;
	}
};

struct point_hash {
	std::size_t operator()(const point &p) const
	{
		return static_cast<std::size_t>(p.x);
	}
};

int column_count(int height)
{
	std::unordered_map<point, int, point_hash> seen;
	int sum = 0;

	for (int y = 0; y < height; y++)
		sum += ++seen[{7, y}];
	return sum;
}

int main(int argc, char **argv)
{
	return column_count(2 * (argc > 1 ? atoi(argv[1]) : 24)) == 0;
}
