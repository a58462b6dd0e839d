/* SPDX-License-Identifier: MIT
 * Its test. */
#include "linear_find.c"

static void test_set(void)
{
	for (int i = 0; i < 16; i++)
		set_add(i * 3);
	assert(set_count == 16);
}

int main(void)
{
	test_set();
	return 0;
}
