/* SPDX-License-Identifier: MIT
 * Removes particles that are out of sight: the last takes each one's place. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct particle {
	double x, y, speed;
};

size_t particles_remove(struct particle *particle, size_t count, double limit)
{
	for (size_t i = 0; i < count;) {
		if (particle[i].x <= limit)
			i++;
		else
			memcpy(&particle[i], &particle[--count],
				sizeof *particle);
	}
	return count;
}

int main(void)
{
	struct particle *particle = calloc(20, sizeof *particle);

	for (int i = 0; i < 20; i++)
		particle[i].x = i % 2 == 0 ? 1 : 3;
	assert(particles_remove(particle, 20, 2) == 10);
	free(particle);
	return 0;
}
