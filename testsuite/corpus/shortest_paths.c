/* SPDX-License-Identifier: MIT
 * Bellman and Ford's shortest paths: goes through the edges until nothing gets
 * shorter. */
#include <assert.h>
#include <stdlib.h>

struct road {
	int from, to, length;
};

static int relax(const struct road *road, int roads, int *distance)
{
	int shorter = 0;

	for (int i = 0; i < roads; i++)
		if (distance[road[i].from] + road[i].length <
			distance[road[i].to]) {
			distance[road[i].to] =
				distance[road[i].from] + road[i].length;
			shorter++;
		}
	return shorter;
}

int shortest_paths(const struct road *road, int roads, int *distance)
{
	int rounds = 1;

	while (relax(road, roads, distance) > 0)
		rounds++;
	return rounds;
}

int main(void)
{
	struct road *road = malloc(6 * sizeof *road);
	int distance[7];

	for (int i = 0; i < 6; i++)
		road[i] = (struct road){5 - i, 6 - i, 2};
	for (int i = 0; i < 7; i++)
		distance[i] = i == 0 ? 0 : 1000;
	assert(shortest_paths(road, 6, distance) == 7);
	assert(distance[6] == 12);
	free(road);
	return 0;
}
