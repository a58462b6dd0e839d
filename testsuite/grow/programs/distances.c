/* SPDX-License-Identifier: MIT
 * The distances of all pairs of points are written to a table.
 * label: output points_distances */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void points_distances(const int *x, int count, int *distance)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++)
			distance[i * count + j] = abs(x[i] - x[j]);
}
