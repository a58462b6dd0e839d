/* SPDX-License-Identifier: MIT
 * Its test. */
#include "insert_front.c"

static void test_front(void)
{
	for (int i = 0; i < 20; i++)
		stack_push_front(i);
	assert(values[0] == 19);
}

int main(void)
{
	test_front();
	return 0;
}
