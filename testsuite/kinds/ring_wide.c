/* SPDX-License-Identifier: MIT
 * A queue in a ring: when it is full it moves, straightened, to a ring that is a fifth
 * larger. */
#include <stdlib.h>
#include <string.h>

struct ring {
	long *slot;
	size_t first, count, room;
};

static void ring_widen(struct ring *ring)
{
	size_t room = ring->room + ring->room / 5 + 2;
	long *slot = calloc(room, sizeof *slot);
	size_t end = ring->room - ring->first;

	if (end > ring->count)
		end = ring->count;
	if (ring->count > 0) {
		memcpy(slot, ring->slot + ring->first, end * sizeof *slot);
		memcpy(slot + end, ring->slot,
			(ring->count - end) * sizeof *slot);
	}
	free(ring->slot);
	ring->slot = slot;
	ring->first = 0;
	ring->room = room;
}

static void ring_put(struct ring *ring, long value)
{
	if (ring->count == ring->room)
		ring_widen(ring);
	ring->slot[(ring->first + ring->count++) % ring->room] = value;
}

__attribute__((noinline)) long ring_serve(struct ring *ring, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++) {
		ring_put(ring, i);
		if (i % 5 == 4) {
			sum += ring->slot[ring->first];
			ring->first = (ring->first + 1) % ring->room;
			ring->count--;
		}
	}
	return sum;
}

int main(int argc, char **argv)
{
	struct ring ring = {0};
	long sum = ring_serve(&ring, 10 * (argc > 1 ? atoi(argv[1]) : 40));

	free(ring.slot);
	return sum == 0;
}
