/* SPDX-License-Identifier: MIT
 * Running sums of a sheet's row, each from the row's beginning on. */
#include <stdlib.h>

struct sheet {
	int columns;
	int cell[6][400];
};

static long row_sum(const struct sheet *sheet, int row, int upto)
{
	long sum = 0;

	for (int i = 0; i <= upto; i++)
		sum += sheet->cell[row][i];
	return sum;
}

__attribute__((noinline)) long sheet_peak(const struct sheet *sheet, int row)
{
	long peak = 0;

	for (int i = 0; i < sheet->columns; i++) {
		long sum = row_sum(sheet, row, i);
		if (sum > peak)
			peak = sum;
	}
	return peak;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 14;
	struct sheet *sheet = calloc(1, sizeof *sheet);
	long peak = 0;

	srand(6);
	sheet->columns = n;
	for (int row = 0; row < 6; row++)
		for (int i = 0; i < n; i++)
			sheet->cell[row][i] = rand() % 21 - 10;
	for (int row = 0; row < 6; row++)
		peak += sheet_peak(sheet, row);
	free(sheet);
	return peak < 0;
}
