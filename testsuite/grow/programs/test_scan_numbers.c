/* SPDX-License-Identifier: MIT
 * Its test. */
#include "scan_numbers.c"

static void test_sum(void)
{
	assert(numbers_sum("10 20 30 40 50 60") == 210);
}

int main(void)
{
	test_sum();
	return 0;
}
