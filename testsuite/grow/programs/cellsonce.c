/* SPDX-License-Identifier: MIT
 * Sums a column of a table, line by line.
 * label: linear */
#include <stdlib.h>
#include <string.h>

static const char *cell_of(const char *line, int column)
{
	while (column-- > 0) {
		line = strchr(line, '|');
		if (line == NULL)
			return NULL;
		line++;
	}
	return line;
}

int column_sum(const char *table, int column)
{
	int sum = 0;
	while (table != NULL && *table != '\0') {
		const char *cell = cell_of(table, column);
		if (cell != NULL)
			sum += atoi(cell);
		table = strchr(table, '\n');
		if (table != NULL)
			table++;
	}
	return sum;
}
