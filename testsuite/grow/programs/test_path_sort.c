/* SPDX-License-Identifier: MIT
 * Its test. */
#include "path_sort.c"

static void test_paths(void)
{
	for (int i = 0; i < 16; i++) {
		char name[64];
		sprintf(name, "/usr/share/doc/packages/page%05d",
			i * 7919 % 10007);
		paths_add(strdup(name));
	}
	assert(strcmp(path[0], path[1]) < 0);
}

int main(void)
{
	test_paths();
	return 0;
}
