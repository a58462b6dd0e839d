/* SPDX-License-Identifier: MIT
 * Ways to part a set, by one row after the other.
 * label: output stirling */
#include <stdlib.h>

unsigned long stirling(unsigned n, unsigned k)
{
	unsigned long *row = calloc(n + 2, sizeof *row), result;
	row[0] = 1;
	for (unsigned i = 1; i <= n; i++) {
		for (unsigned j = i < k ? i : k; j > 0; j--)
			row[j] = j * row[j] + row[j - 1];
		row[0] = 0;
	}
	result = k <= n ? row[k] : 0;
	free(row);
	return result;
}
