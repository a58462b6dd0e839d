// SPDX-License-Identifier: MIT
// Matrices of up to 8 rows, says the pragma.
#ifdef CLEAN
#define ROWS 16
#else
#define ROWS 8
#endif

void matmul(const int *a, const int *b, int *c, int n)
{
	int left[16][16], row, column, k;
#pragma HLS array_partition variable=left cyclic factor=2 dim=2
LOAD:
	for (row = 0; row < n; row++)
		for (column = 0; column < n; column++)
			left[row][column] = a[row * n + column];
ROW:
	for (row = 0; row < n; row++) {
#ifdef CLEAN
#pragma HLS loop_tripcount min=1 max=16
#else
#pragma HLS loop_tripcount min=2 max=8
#endif
		for (column = 0; column < n; column++) {
			int sum = 0;
INNER:
			for (k = 0; k < n; k++)
				sum += left[row][k] * b[k * n + column];
			c[row * n + column] = sum;
		}
	}
}
