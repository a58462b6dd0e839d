/* SPDX-License-Identifier: MIT
 * Its test. */
#include "move_to_front.c"

static void test_recent(void)
{
	for (int i = 1; i < 40; i++)
		recent_ask(i);
	assert(recent[0] > 0);
}

int main(void)
{
	test_recent();
	return 0;
}
