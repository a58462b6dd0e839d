/* SPDX-License-Identifier: MIT
 * Its test. */
#include "table_file.c"

static void test_table(void)
{
	for (int i = 0; i < 8; i++)
		table_add(i * 7);
	table_write("table.txt");
}

int main(void)
{
	test_table();
	return 0;
}
