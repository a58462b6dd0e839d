/* SPDX-License-Identifier: MIT
 * Its test. */
#include "fields_forward.c"

static void test_sum(void)
{
	assert(line_sum("10,20,30,40") == 100);
}

int main(void)
{
	test_sum();
	return 0;
}
