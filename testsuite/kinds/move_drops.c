/* SPDX-License-Identifier: MIT
 * Drops fall: each step moves all of them by their speeds. */
#include <stdlib.h>

struct rain {
	int count;
	int *height, *speed;
};

void rain_fall(struct rain *rain, int steps)
{
	for (int step = 0; step < steps; step++)
		for (int i = 0; i < rain->count; i++)
			rain->height[i] -= rain->speed[i];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, lowest;
	struct rain rain = {
		n, malloc(n * sizeof(int)), malloc(n * sizeof(int))};

	for (int i = 0; i < n; i++) {
		rain.height[i] = 1000;
		rain.speed[i] = 1 + i % 3;
	}
	rain_fall(&rain, n);
	lowest = rain.height[0];
	free(rain.height);
	free(rain.speed);
	return lowest > 1000;
}
