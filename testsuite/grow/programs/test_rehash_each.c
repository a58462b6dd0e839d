/* SPDX-License-Identifier: MIT
 * Its test. */
#include "rehash_each.c"

static void test_names(void)
{
	struct names names = {0};
	for (unsigned i = 0; i < 15; i++)
		names_add(&names, (i + 1) * 2654435761u);
	assert(names.count == 15);
	free(names.slot);
}

int main(void)
{
	test_names();
	return 0;
}
