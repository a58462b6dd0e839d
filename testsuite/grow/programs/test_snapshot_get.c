/* SPDX-License-Identifier: MIT
 * Its test. */
#include "snapshot_get.c"

static void test_registry(int count)
{
	struct registry registry = {
		calloc((size_t)count, sizeof(int)), (size_t)count};
	long sum = 0;
	for (int i = 0; i < count; i++)
		sum += registry_get(&registry, (size_t)i);
	assert(sum == 0);
	free(registry.value);
}

int main(int argc, char **argv)
{
	test_registry(argc > 1 ? atoi(argv[1]) : 30);
	return 0;
}
