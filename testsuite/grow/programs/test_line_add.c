/* SPDX-License-Identifier: MIT
 * Its test. */
#include "line_add.c"

static void test_line(void)
{
	for (int i = 0; i < 12; i++)
		line_add("weight", i);
	assert(strstr(line, "weight=11"));
}

int main(void)
{
	test_line();
	return 0;
}
