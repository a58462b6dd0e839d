/* SPDX-License-Identifier: MIT
 * Its test. */
#include "divisors.cc"
#include <cassert>

static void test_table(int count)
{
	auto table = divisors(count);
	assert(table.size() == (std::size_t)count);
	assert(table[3][1] == 2);
	assert(table[5][2] == 3);
}

int main()
{
	test_table(6);
	test_table(12);
	return 0;
}
