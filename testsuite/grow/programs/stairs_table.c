/* SPDX-License-Identifier: MIT
 * Ways up some stairs, with the ways up to each.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long stairs_ways(int steps)
{
	unsigned long *ways = calloc((size_t)steps + 3, sizeof *ways), last;
	ways[2] = 1;
	for (int i = 3; i < steps + 3; i++)
		ways[i] = ways[i - 1] + ways[i - 2] + ways[i - 3];
	last = ways[steps + 2];
	free(ways);
	return last;
}
