/* SPDX-License-Identifier: MIT
 * Numbers of a picture whose rows are blocks of their own, in the order of its diagonals: an
 * encoder for blocks of frequencies takes each once. */
#include <stdlib.h>

__attribute__((noinline)) int picture_scan(int **row, int size, int *out)
{
	int count = 0;

	for (int sum = 0; sum < 2 * size - 1; sum++)
		for (int y = 0; y <= sum; y++)
			if (y < size && sum - y < size)
				out[count++] = row[y][sum - y];
	return count;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, count;
	int **row = malloc(n * sizeof *row), *out = malloc(n * n * sizeof *out);

	for (int i = 0; i < n; i++) {
		row[i] = malloc(n * sizeof **row);
		for (int k = 0; k < n; k++)
			row[i][k] = i ^ k;
	}
	count = picture_scan(row, n, out);
	for (int i = 0; i < n; i++)
		free(row[i]);
	free(row);
	free(out);
	return count != n * n;
}
