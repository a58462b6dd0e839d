/* SPDX-License-Identifier: MIT
 * A ring of messages that leaves out those it holds already. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct ring {
	unsigned begin, count, capacity;
	unsigned *code;
};

struct ring *ring_new(unsigned capacity)
{
	struct ring *ring = malloc(sizeof *ring);

	*ring = (struct ring){
		0, 0, capacity, malloc(capacity * sizeof *ring->code)};
	return ring;
}

bool ring_has(const struct ring *ring, unsigned code)
{
	for (unsigned i = 0; i < ring->count; i++)
		if (ring->code[(ring->begin + i) % ring->capacity] == code)
			return true;
	return false;
}

void ring_push(struct ring *ring, unsigned code)
{
	if (ring->count == ring->capacity) {
		ring->begin = (ring->begin + 1) % ring->capacity;
		ring->count--;
	}
	ring->code[(ring->begin + ring->count++) % ring->capacity] = code;
}

unsigned log_all(struct ring *ring, const unsigned *code, unsigned count)
{
	unsigned logged = 0;

	for (unsigned i = 0; i < count; i++)
		if (!ring_has(ring, code[i])) {
			ring_push(ring, code[i]);
			logged++;
		}
	return logged;
}

int main(void)
{
	const unsigned code[] = {200, 404, 301, 200, 500, 503, 404, 302, 304};
	struct ring *ring = ring_new(16);

	assert(log_all(ring, code, 9) == 7);
	free(ring->code);
	free(ring);
	return 0;
}
