// SPDX-License-Identifier: MIT
// Sums over the four corners of a few tiles, which come in any order.
#include <array>
#include <cassert>
#include <memory>
#include <numeric>
#include <vector>

struct corner {
	long height, colour;
};

struct tile {
	std::array<corner, 4> corners;
};

long heights(const std::vector<std::unique_ptr<tile>> &tiles,
	const std::vector<int> &order)
{
	long sum = 0;

	for (int index : order) {
		const tile &one = *tiles[index];
		sum += std::accumulate(one.corners.begin(), one.corners.end(),
			0L, [](long so_far, const corner &next) {
				return so_far + next.height;
			});
	}
	return sum;
}

int main()
{
	std::vector<std::unique_ptr<tile>> tiles;
	std::vector<int> order;

	for (int i = 0; i < 6; i++) {
		tiles.push_back(std::make_unique<tile>());
		for (corner &one : tiles.back()->corners)
			one = {i, 0};
	}
	for (int i = 0; i < 30; i++)
		order.push_back(i * i % 7 % 6);
	assert(heights(tiles, order) == 228);
	return 0;
}
