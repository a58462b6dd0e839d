/* SPDX-License-Identifier: MIT
 * Its test. */
#include "copy_once.c"

static void test_copy(void)
{
	char *copy = text_copy("a text that is copied");
	assert(copy[0] == 'a');
	free(copy);
}

int main(void)
{
	test_copy();
	return 0;
}
