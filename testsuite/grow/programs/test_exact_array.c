/* SPDX-License-Identifier: MIT
 * Its test. */
#include "exact_array.c"

static void test_push(int count)
{
	struct array array = {0};
	for (int i = 0; i < count; i++)
		array_push(&array, i);
	assert(array.count == (size_t)count);
	free(array.item);
}

int main(int argc, char **argv)
{
	test_push(argc > 1 ? atoi(argv[1]) : 9);
	return 0;
}
