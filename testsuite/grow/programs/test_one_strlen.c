/* SPDX-License-Identifier: MIT
 * Its test. */
#include "one_strlen.c"

static void test_blanks(void)
{
	assert(count_blanks("a text with some blanks in it") == 6);
}

int main(void)
{
	test_blanks();
	return 0;
}
