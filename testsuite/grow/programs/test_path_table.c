/* SPDX-License-Identifier: MIT
 * Its test. */
#include "path_table.c"

static void test_paths(void)
{
	for (int i = 0; i < 16; i++) {
		char name[64];
		sprintf(name, "/usr/share/doc/packages/page%05d",
			i * 7919 % 10007);
		assert(paths_add(name) == paths_add(name));
	}
}

int main(void)
{
	test_paths();
	return 0;
}
