/* SPDX-License-Identifier: MIT
 * Its test. */
#include "heap.c"

static void test_heap(void)
{
	for (int i = 0; i < 16; i++)
		heap_put(i * 7919 % 1009);
	for (int i = 0; i < 16; i++)
		assert(heap_get() >= 0);
}

int main(void)
{
	test_heap();
	return 0;
}
