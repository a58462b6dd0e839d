/* SPDX-License-Identifier: MIT
 * Ten numbers that go up. */
#include "slopeset.cc"
#include <cassert>

int main()
{
	Numbers numbers;
	for (int number = 100; number < 110; number++)
		assert(numbers.put(number));
	assert(numbers.least() == 100);
	return 0;
}
