/* SPDX-License-Identifier: MIT
 * Its test. */
#include "bubble.c"

static void test_sort(int count)
{
	int *value = malloc((size_t)count * sizeof *value);
	for (int i = 0; i < count; i++)
		value[i] = count - i;
	sort_values(value, count);
	assert(value[0] == 1);
	free(value);
}

int main(int argc, char **argv)
{
	test_sort(argc > 1 ? atoi(argv[1]) : 8);
	return 0;
}
