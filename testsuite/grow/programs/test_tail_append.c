/* SPDX-License-Identifier: MIT
 * Its test. */
#include "tail_append.c"

static void test_append(void)
{
	for (int i = 0; i < 20; i++)
		list_append(i);
	assert(head->value == 0);
}

int main(void)
{
	test_append();
	return 0;
}
