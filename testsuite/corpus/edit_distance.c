/* SPDX-License-Identifier: MIT
 * The edit distance of two words: a table in which each field needs three others. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int smallest(int a, int b, int c)
{
	int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

int edit_distance(const char *from, const char *to)
{
	int rows = (int)strlen(from) + 1, columns = (int)strlen(to) + 1;
	int *cost = malloc((size_t)(rows * columns) * sizeof *cost), distance;

	for (int i = 0; i < rows; i++)
		cost[i * columns] = i;
	for (int k = 0; k < columns; k++)
		cost[k] = k;
	for (int i = 1; i < rows; i++)
		for (int k = 1; k < columns; k++)
			cost[i * columns + k] =
				smallest(cost[(i - 1) * columns + k] + 1,
					cost[i * columns + k - 1] + 1,
					cost[(i - 1) * columns + k - 1] +
						(from[i - 1] != to[k - 1]));
	distance = cost[rows * columns - 1];
	free(cost);
	return distance;
}

int main(void)
{
	char *from = strdup("intention"), *to = strdup("execution");

	assert(edit_distance(from, to) == 5);
	assert(edit_distance(to, to) == 0);
	free(from);
	free(to);
	return 0;
}
