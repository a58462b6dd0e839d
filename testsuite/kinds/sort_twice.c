/* SPDX-License-Identifier: MIT
 * Prints a table by each of its columns, sorted once for each of them. */
#include <stdlib.h>

struct row {
	int column[8];
};

static int sorted_column;

static int row_compare(const void *a, const void *b)
{
	const struct row *left = a, *right = b;

	return left->column[sorted_column] - right->column[sorted_column];
}

int report_columns(struct row *rows, int count)
{
	int sum = 0;

	for (int column = 0; column < 8; column++) {
		sorted_column = column;
		qsort(rows, count, sizeof *rows, row_compare);
		sum += rows[0].column[column];
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct row *rows = calloc(n, sizeof *rows);
	int sum;

	for (int i = 0; i < n; i++)
		for (int column = 0; column < 8; column++)
			rows[i].column[column] = (i * 31 + column * 17) % 97;
	sum = report_columns(rows, n);
	free(rows);
	return sum < 0;
}
