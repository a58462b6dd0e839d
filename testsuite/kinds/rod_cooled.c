/* SPDX-License-Identifier: MIT
 * A rod cools in steps of time: each makes new temperatures of the old, which are then
 * those of the next step. */
#include <stdlib.h>

void rod_cool(double *now, int cells, int steps)
{
	double *next = malloc(cells * sizeof *next);

	for (int step = 0; step < steps; step++) {
		next[0] = now[0];
		next[cells - 1] = now[cells - 1];
		for (int i = 1; i < cells - 1; i++)
			next[i] = now[i] +
				  0.1 * (now[i - 1] - 2 * now[i] + now[i + 1]);
		for (int i = 0; i < cells; i++)
			now[i] = next[i];
	}
	free(next);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	double *rod = calloc(n, sizeof *rod);
	int is_warm;

	rod[0] = 100;
	rod_cool(rod, n, n);
	is_warm = rod[1] > 1;
	free(rod);
	return !is_warm;
}
