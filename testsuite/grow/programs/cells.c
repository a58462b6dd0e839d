/* SPDX-License-Identifier: MIT
 * Sums a column of a table; each of its cells is looked for from the beginning of the text.
 * label: grows cell_at n^2 */
#include <stdlib.h>
#include <string.h>

const char *cell_at(const char *table, int row, int column)
{
	while (row-- > 0) {
		table = strchr(table, '\n');
		if (table == NULL || *++table == '\0')
			return NULL;
	}
	while (column-- > 0) {
		table = strchr(table, '|');
		if (table == NULL)
			return NULL;
		table++;
	}
	return table;
}

int column_sum(const char *table, int column)
{
	int sum = 0, row = 0;
	const char *cell;
	while ((cell = cell_at(table, row++, column)) != NULL)
		sum += atoi(cell);
	return sum;
}
