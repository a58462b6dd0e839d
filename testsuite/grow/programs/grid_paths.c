/* SPDX-License-Identifier: MIT
 * Ways through a grid, each counted again from each field.
 * label: grows grid_paths exponential */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long grid_paths(int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 1;
	return grid_paths(rows - 1, columns) + grid_paths(rows, columns - 1);
}
