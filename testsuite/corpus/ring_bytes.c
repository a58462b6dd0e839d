/* SPDX-License-Identifier: MIT
 * Bytes go through a ring buffer, in one piece or in two. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ring {
	char *bytes;
	size_t size, start, count;
};

static size_t first_part(const struct ring *ring, size_t at, size_t count)
{
	return at + count > ring->size ? ring->size - at : count;
}

void ring_put(struct ring *ring, const char *from, size_t count)
{
	size_t at = (ring->start + ring->count) % ring->size;
	size_t part = first_part(ring, at, count);

	memcpy(ring->bytes + at, from, part);
	memcpy(ring->bytes, from + part, count - part);
	ring->count += count;
}

void ring_take(struct ring *ring, char *to, size_t count)
{
	size_t part = first_part(ring, ring->start, count);

	memcpy(to, ring->bytes + ring->start, part);
	memcpy(to + part, ring->bytes, count - part);
	ring->start = (ring->start + count) % ring->size;
	ring->count -= count;
}

int main(void)
{
	struct ring ring = {malloc(40), 40, 0, 0};
	char got[16];

	ring_put(&ring, "beginning-", 10);
	for (int i = 0; i < 24; i++) {
		ring_put(&ring, "message-text", (size_t)(9 + i % 4));
		ring_take(&ring, got, (size_t)(9 + i % 4));
	}
	assert(ring.count == 10);
	free(ring.bytes);
	return 0;
}
