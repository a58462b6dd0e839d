/* SPDX-License-Identifier: MIT
 * A small map. */
#include "heightmap.cc"
#include <cassert>

int main()
{
	HeightMap map(18, 11);
	assert(map.at(0, 0) == 0);
	assert(map.at(1, 1) == 20);
	assert(map.total() > 0);
	return 0;
}
