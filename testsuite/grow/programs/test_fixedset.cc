/* SPDX-License-Identifier: MIT
 * Some numbers. */
#include "fixedset.cc"
#include <cassert>

int main()
{
	FixedSet set;
	for (int i = 0; i < 15; ++i)
		assert(set.insert(7 * i));
	assert(!set.insert(14));
	assert(set.size() == 15);
}
