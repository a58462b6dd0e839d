/* SPDX-License-Identifier: MIT
 * Its test. */
#include "hash_doubling.c"

static void test_table(void)
{
	struct table table = {calloc(8, sizeof(unsigned)), 8, 0};
	for (unsigned i = 0; i < 16; i++)
		table_put(&table, (i + 1) * 2654435761u >> 3);
	assert(table.count == 16);
	free(table.slot);
}

int main(void)
{
	test_table();
	return 0;
}
