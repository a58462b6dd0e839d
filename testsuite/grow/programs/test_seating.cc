/* SPDX-License-Identifier: MIT
 * Ages in no order, from an array. */
#include "seating.cc"
#include <cassert>

static const int ages[] = {31, 7, 64, 22, 80, 45, 18, 59};

int main()
{
	Seating seating;
	assert(seating.place(40) == 0);
	for (int age : ages)
		assert(seating.place(age) > 0);
	assert(seating.size() == 9);
	return 0;
}
