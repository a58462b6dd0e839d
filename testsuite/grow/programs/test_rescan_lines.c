/* SPDX-License-Identifier: MIT
 * Its test. */
#include "rescan_lines.c"

static void test_lines(void)
{
	assert(last_line("one two\nthree four\nfive six\n") > 0);
}

int main(void)
{
	test_lines();
	return 0;
}
