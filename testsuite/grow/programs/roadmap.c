/* SPDX-License-Identifier: MIT
 * Towns by name, looked up in an array for both ends of each road.
 * label: grows map_find n^2 */
#include <stdlib.h>
#include <string.h>

struct map {
	char (*town)[16];
	int towns, roads;
};

static int map_find(struct map *map, const char *name)
{
	int i = 0;

	while (i < map->towns && strcmp(map->town[i], name) != 0)
		i++;
	if (i == map->towns) {
		map->town =
			realloc(map->town, (size_t)(i + 1) * sizeof *map->town);
		strncpy(map->town[i], name, sizeof *map->town - 1);
		map->town[i][sizeof *map->town - 1] = '\0';
		map->towns++;
	}
	return i;
}

void map_add_road(struct map *map, const char *from, const char *to)
{
	map->roads += map_find(map, from) != map_find(map, to);
}
