/* SPDX-License-Identifier: MIT
 * Its test. */
#include "times.cc"
#include <cassert>

int main()
{
	auto table = times_table(10);
	assert(table.size() == 10);
	assert(table[6][7] == 56);
	assert(table[9][9] == 100);
	assert(times_table(0).empty());
}
