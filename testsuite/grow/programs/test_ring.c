/* SPDX-License-Identifier: MIT
 * Its test. */
#include "ring.c"

static void test_ring(void)
{
	ring_put(1);
	ring_put(2);
	assert(ring_get() == 1);
	ring_put(3);
	assert(ring_get() == 2);
}

int main(void)
{
	test_ring();
	return 0;
}
