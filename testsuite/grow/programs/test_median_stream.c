/* SPDX-License-Identifier: MIT
 * Its test. */
#include "median_stream.c"

static void test_median(void)
{
	double last = 0;
	for (int i = 0; i < 15; i++)
		last = median_now(i * 31 % 37);
	assert(last > 0);
}

int main(void)
{
	test_median();
	return 0;
}
