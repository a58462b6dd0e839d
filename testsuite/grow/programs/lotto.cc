/* SPDX-License-Identifier: MIT
 * Draws numbers that differ, by looking through those that were drawn.
 * label: grows lotto::draw n^2 */
#include <algorithm>
#include <cstdint>
#include <vector>

namespace lotto
{
std::vector<unsigned> draw(int count)
{
	std::vector<unsigned> drawn;
	uint32_t seed = 12345;
	while ((int)drawn.size() < count) {
		seed = seed * 1664525u + 1013904223u;
		unsigned number = seed >> 8;
		if (std::find(drawn.begin(), drawn.end(), number) ==
			drawn.end())
			drawn.push_back(number);
	}
	return drawn;
}
} // namespace lotto
