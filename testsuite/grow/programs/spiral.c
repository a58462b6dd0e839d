/* SPDX-License-Identifier: MIT
 * Numbers in a square, row by row: what is made is n^2.
 * label: output fill_square */
#include <stdio.h>
#include <stdlib.h>

static int *fill_square(int n)
{
	int *cell = malloc(sizeof *cell * (size_t)n * (size_t)n);
	for (int row = 0; row < n; row++)
		for (int column = 0; column < n; column++)
			cell[row * n + column] =
				row % 2 ? row * n + n - 1 - column
					: row * n + column;
	return cell;
}

static void print_square(FILE *out, const int *cell, int n)
{
	for (int i = 0; i < n * n; i++)
		fprintf(out, "%d%c", cell[i], i % n == n - 1 ? '\n' : ' ');
}
