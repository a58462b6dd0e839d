/* SPDX-License-Identifier: MIT
 * The share of each row in a table's total, which is added up for each row. */
#include <assert.h>
#include <stdlib.h>

struct table {
	int rows, columns;
	int *cell;
};

int table_total(const struct table *table)
{
	int total = 0;

	for (int i = 0; i < table->rows * table->columns; i++)
		total += table->cell[i];
	return total;
}

static int row_total(const struct table *table, int row)
{
	int total = 0;

	for (int i = 0; i < table->columns; i++)
		total += table->cell[row * table->columns + i];
	return total;
}

void table_shares(const struct table *table, double *share)
{
	for (int row = 0; row < table->rows; row++)
		share[row] = (double)row_total(table, row) / table_total(table);
}

int main(void)
{
	struct table table = {5, 3, malloc(15 * sizeof(int))};
	double share[5];

	for (int i = 0; i < 15; i++)
		table.cell[i] = i + 1;
	table_shares(&table, share);
	assert(share[0] == 6 / 120.0 && share[4] == 42 / 120.0);
	free(table.cell);
	return 0;
}
