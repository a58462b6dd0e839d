/* SPDX-License-Identifier: MIT
 * Ways up some stairs in steps of one, two or three.
 * label: grows stairs_ways exponential */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long stairs_ways(int steps)
{
	long ways = 0;
	if (steps == 0)
		return 1;
	for (int step = 1; step <= 3 && step <= steps; step++)
		ways += stairs_ways(steps - step);
	return ways;
}
