/* SPDX-License-Identifier: MIT
 * Its test. */
#include "erase_front.c"

static void test_take(int size)
{
	buffer = calloc(1, used = (size_t)size);
	while (used > 0)
		buffer_take();
	free(buffer);
}

int main(int argc, char **argv)
{
	test_take(argc > 1 ? atoi(argv[1]) : 50);
	return 0;
}
