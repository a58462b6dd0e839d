/* SPDX-License-Identifier: MIT
 * Stairs. */
#include "stairsmemo.cc"
#include <cassert>

static void test_ways()
{
	Stairs stairs;
	assert(stairs.ways(4) == 5);
	assert(stairs.ways(20) == 10946);
}

int main()
{
	test_ways();
	return 0;
}
