/* SPDX-License-Identifier: MIT
 * The longest common part of two rows of numbers, by a table of all pairs of places.
 * label: output lcs_length */
#include <stdlib.h>

int lcs_length(const int *a, int n, const int *b, int m)
{
	int *table = calloc((size_t)(n + 1) * (m + 1), sizeof *table);
	int length;

	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) {
			int *at = &table[i * (m + 1) + j];
			if (a[i - 1] == b[j - 1])
				*at = at[-m - 2] + 1;
			else
				*at = at[-1] > at[-m - 1] ? at[-1] : at[-m - 1];
		}
	length = table[n * (m + 1) + m];
	free(table);
	return length;
}
