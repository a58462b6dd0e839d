/* SPDX-License-Identifier: MIT
 * The unit test, which stays as it is. */
#include "names.h"

#include <stdio.h>

static int test_add(void)
{
	struct names *names = names_new();
	char name[16];
	size_t count;

	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof name, "name%d", i);
		names_add(names, name);
	}
	count = names_count(names);
	names_free(names);
	return count != 20;
}

int main(void)
{
	return test_add();
}
