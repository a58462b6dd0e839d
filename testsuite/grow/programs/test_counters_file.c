/* SPDX-License-Identifier: MIT
 * Its test. */
#include "counters_file.c"

static void test_counters(void)
{
	char path[] = "counters.txt", name[16];
	for (int i = 0; i < 10; i++) {
		sprintf(name, "page%d", i);
		counters_bump(path, name);
	}
	remove(path);
}

int main(void)
{
	test_counters();
	return 0;
}
