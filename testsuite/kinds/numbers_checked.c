/* SPDX-License-Identifier: MIT
 * Each row of numbers is read into one buffer; what is checked of it goes to a matrix. */
#include <stdlib.h>

#define COLUMNS 12

long number_checked(long number)
{
	if (number < 0)
		exit(1);
	return number;
}

static void row_read(long *row, int seed)
{
	for (int i = 0; i < COLUMNS; i++) {
		seed = seed * 31 + 7;
		row[i] = seed & 0xffff;
	}
}

long matrix_load(long *matrix, int rows)
{
	long row[COLUMNS];
	long largest = 0;

	for (int i = 0; i < rows; i++) {
		row_read(row, i);
		for (int j = 0; j < COLUMNS; j++)
			matrix[i * COLUMNS + j] = number_checked(row[j]);
	}
	for (int i = 0; i < rows * COLUMNS; i++)
		if (matrix[i] > largest)
			largest = matrix[i];
	return largest;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	long *matrix = malloc(n * COLUMNS * sizeof *matrix);

	n = matrix_load(matrix, n) < 0;
	free(matrix);
	return n;
}
