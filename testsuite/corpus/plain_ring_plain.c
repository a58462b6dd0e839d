/* SPDX-License-Identifier: MIT
 * A ring of numbers; compiled without debug information. */
#include <stdlib.h>

#define RING_SIZE 8

struct ring {
	int value[RING_SIZE];
	unsigned put, taken;
};

struct ring *ring_new(void)
{
	return calloc(1, sizeof(struct ring));
}

int ring_put(struct ring *ring, int value)
{
	if (ring->put - ring->taken == RING_SIZE)
		return 0;
	ring->value[ring->put++ % RING_SIZE] = value;
	return 1;
}

int ring_take(struct ring *ring)
{
	return ring->value[ring->taken++ % RING_SIZE];
}

void ring_free(struct ring *ring)
{
	free(ring);
}
