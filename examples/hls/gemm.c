// SPDX-License-Identifier: MIT
// A matrix times a vector in tiles of 8 by 8; a width of more than 8 runs over the end
// of a row, where the CPU finds the next row and hardware another bank.
#ifdef CLEAN
#define COLUMNS 16
#else
#define COLUMNS 8
#endif

int gemm(const int *a, int rows, int columns)
{
	int tile[8][COLUMNS];
	int sum = 0, row, column;
#pragma HLS array_partition variable=tile cyclic factor=2 dim=2
	for (row = 0; row < 8; row++)
		for (column = 0; column < COLUMNS; column++)
			tile[row][column] = 0;
	for (row = 0; row < rows; row++)
		for (column = 0; column < columns; column++)
			tile[row][column] = a[row * columns + column];
	for (row = 0; row < rows; row++)
		for (column = 0; column < columns; column++)
			sum += tile[row][column] * (column + 1);
	return sum;
}
