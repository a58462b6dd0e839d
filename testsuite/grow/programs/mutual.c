/* SPDX-License-Identifier: MIT
 * Two functions that call each other and remember nothing.
 * label: grows trees_left phi^n */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long trees_right(int height);

static long trees_left(int height)
{
	return height < 2 ? 1
			  : trees_right(height - 1) + trees_right(height - 2);
}

static long trees_right(int height)
{
	return height < 2 ? 1 : trees_left(height - 1) + trees_left(height - 2);
}
