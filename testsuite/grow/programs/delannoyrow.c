/* SPDX-License-Identifier: MIT
 * The same with the row before in memory.
 * label: linear */
#include <stdlib.h>

unsigned long king_ways(unsigned down, unsigned right)
{
	unsigned long *row = malloc((right + 1) * sizeof *row), result;

	for (unsigned j = 0; j <= right; j++)
		row[j] = 1;
	for (unsigned i = 1; i <= down; i++) {
		unsigned long corner = 1;
		for (unsigned j = 1; j <= right; j++) {
			unsigned long above = row[j];
			row[j] = above + row[j - 1] + corner;
			corner = above;
		}
	}
	result = row[right];
	free(row);
	return result;
}
