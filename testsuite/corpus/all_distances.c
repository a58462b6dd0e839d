/* SPDX-License-Identifier: MIT
 * The shortest ways between all places, by way of each. */
#include <assert.h>
#include <stdlib.h>

void shorten_all(int *distance, int n)
{
	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				int way = distance[i * n + k] +
					  distance[k * n + j];
				if (way < distance[i * n + j])
					distance[i * n + j] = way;
			}
}

int main(void)
{
	int n = 7;
	int *distance = malloc(49 * sizeof *distance);

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			distance[i * n + j] = i == j		 ? 0
					      : j == (i + 1) % n ? 1
								 : 50;
	shorten_all(distance, n);
	assert(distance[6] == 6 && distance[3 * n + 2] == 6);
	free(distance);
	return 0;
}
