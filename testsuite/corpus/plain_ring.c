/* SPDX-License-Identifier: MIT
 * Jobs go through a ring, whose library has no debug information. */
#include <assert.h>

struct ring;
struct ring *ring_new(void);
int ring_put(struct ring *ring, int value);
int ring_take(struct ring *ring);
void ring_free(struct ring *ring);

int run_jobs(struct ring *ring, int rounds)
{
	int done = 0;

	for (int i = 0; i < 4; i++)
		ring_put(ring, i);
	for (int i = 0; i < rounds; i++) {
		int job = ring_take(ring);
		done += job % 2;
		ring_put(ring, job + 1);
	}
	return done;
}

int main(void)
{
	struct ring *ring = ring_new();

	assert(run_jobs(ring, 40) == 20);
	ring_free(ring);
	return 0;
}
