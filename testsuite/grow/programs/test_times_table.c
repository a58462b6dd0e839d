/* SPDX-License-Identifier: MIT
 * Its test. */
#include "times_table.c"

static void test_print(int size)
{
	table_print(size);
}

int main(int argc, char **argv)
{
	test_print(argc > 1 ? atoi(argv[1]) : 9);
	return 0;
}
