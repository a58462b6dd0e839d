/* SPDX-License-Identifier: MIT
 * Its test. */
#include "print_again.c"

static void test_report(void)
{
	for (int i = 0; i < 9; i++)
		report_add("a line of the report");
	assert(report);
}

int main(void)
{
	test_report();
	return 0;
}
