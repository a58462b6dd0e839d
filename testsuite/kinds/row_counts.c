/* SPDX-License-Identifier: MIT
 * Counts in eight bins, which are cleared for each row of an image. */
#include <stdlib.h>

struct bins {
	int count[8];
};

int rows_fullest(
	const unsigned char *row, int rows, int width, struct bins *bins)
{
	int sum = 0;

	for (int y = 0; y < rows; y++) {
		for (int i = 0; i < 8; i++)
			bins->count[i] = 0;
		for (int x = 0; x < width; x++)
			bins->count[row[y * width + x] >> 5]++;
		sum += bins->count[3];
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, sum;
	unsigned char *row = malloc(n * 16);
	struct bins *bins = malloc(sizeof *bins);

	for (int i = 0; i < n * 16; i++)
		row[i] = (unsigned char)(i * 31);
	sum = rows_fullest(row, n, 16, bins);
	free(row);
	free(bins);
	return sum < 0;
}
