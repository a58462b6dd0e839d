/* SPDX-License-Identifier: MIT
 * The same by a table.
 * label: linear */
#include <stdlib.h>

long tilings(int width)
{
	long *ways = calloc((size_t)width + 1, sizeof *ways), result;
	ways[0] = 1;
	for (int i = 1; i <= width; i++)
		for (int j = 1; j <= 4 && j <= i; j++)
			ways[i] += ways[i - j];
	result = ways[width];
	free(ways);
	return result;
}
