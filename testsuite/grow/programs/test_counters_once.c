/* SPDX-License-Identifier: MIT
 * Its test. */
#include "counters_once.c"

static void test_counters(void)
{
	FILE *file = tmpfile();
	for (size_t i = 0; i < 10; i++)
		counters_bump(i);
	counters_write(file);
	fclose(file);
	free(counter);
}

int main(void)
{
	test_counters();
	return 0;
}
