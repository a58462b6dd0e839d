/* SPDX-License-Identifier: MIT
 * Who is left: each that goes is taken out of an array.
 * label: grows josephus n^2 */
#include <stdlib.h>
#include <string.h>

int josephus(int people, int step)
{
	int *ring = malloc((size_t)people * sizeof *ring), at = 0, left;
	for (int i = 0; i < people; i++)
		ring[i] = i + 1;
	for (int n = people; n > 1; n--) {
		at = (at + step - 1) % n;
		memmove(ring + at, ring + at + 1,
			(size_t)(n - at - 1) * sizeof *ring);
	}
	left = ring[0];
	free(ring);
	return left;
}
