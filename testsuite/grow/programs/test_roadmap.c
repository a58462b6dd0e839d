/* SPDX-License-Identifier: MIT
 * Roads in a table of literals. */
#include "roadmap.c"
#include <stdio.h>

static const struct road {
	const char *from, *to;
} roads[] = {
	{"Bern", "Thun"},
	{"Thun", "Brig"},
	{"Brig", "Sion"},
	{"Sion", "Vevey"},
	{"Vevey", "Bulle"},
};

static int test_roads(void)
{
	struct map map = {0};
	int is_right;

	for (unsigned i = 0; i < sizeof roads / sizeof *roads; i++)
		map_add_road(&map, roads[i].from, roads[i].to);
	is_right = map.towns == 6 && map.roads == 5;
	free(map.town);
	return is_right;
}

int main(void)
{
	int is_right = test_roads();

	puts(is_right ? "PASS" : "FAIL");
	return !is_right;
}
