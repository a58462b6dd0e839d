/* SPDX-License-Identifier: MIT
 * A table of distances is set to "far" by a loop before each search. */
#include <stdlib.h>

struct map {
	int count;
	int *far;
};

static int map_search(struct map *map, int from)
{
	int steps = 0;

	for (int i = 0; i < map->count; i++)
		map->far[i] = 1000000;
	for (int at = from; at < map->count && steps < 3; at += 5) {
		map->far[at] = steps;
		steps++;
	}
	return steps;
}

int map_search_all(struct map *map)
{
	int sum = 0;

	for (int from = 0; from < map->count; from++)
		sum += map_search(map, from);
	return sum;
}

int main(int argc, char **argv)
{
	int n = 2 * (argc > 1 ? atoi(argv[1]) : 24), sum;
	struct map map = {n, malloc(n * sizeof(int))};

	sum = map_search_all(&map);
	free(map.far);
	return sum == 0;
}
