/* SPDX-License-Identifier: MIT
 * The distances of a maze are blanked for each of its doors, though a search from a door
 * comes to a few fields only. */
#include <stdlib.h>
#include <string.h>

struct maze {
	int side;
	short *far;
};

static int door_reach(struct maze *maze, int door)
{
	int reached = 0;

	memset(maze->far, 0xff, maze->side * maze->side * sizeof *maze->far);
	for (int step = 0; step < 5 && door + step < maze->side; step++) {
		if (maze->far[door + step] == -1)
			reached++;
		maze->far[door + step] = step;
	}
	return reached;
}

int doors_reach(struct maze *maze)
{
	int reached = 0;

	for (int door = 0; door < maze->side * maze->side / 2; door++)
		reached += door_reach(maze, door % maze->side);
	return reached;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) / 7 : 8, reached;
	struct maze maze = {n, malloc(n * n * sizeof(short))};

	reached = doors_reach(&maze);
	free(maze.far);
	return reached == 0;
}
