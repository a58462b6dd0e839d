/* SPDX-License-Identifier: MIT
 * Draws numbers that differ, by changing places.
 * label: linear */
#include <cstdint>
#include <utility>
#include <vector>

namespace lotto
{
std::vector<unsigned> draw(int count)
{
	std::vector<unsigned> all(2 * count);
	uint32_t seed = 12345;
	for (unsigned i = 0; i < all.size(); i++)
		all[i] = i;
	for (int i = 0; i < count; i++) {
		seed = seed * 1664525u + 1013904223u;
		std::swap(all[i], all[i + (seed >> 8) % (all.size() - i)]);
	}
	all.resize(count);
	return all;
}
} // namespace lotto
