/* SPDX-License-Identifier: MIT
 * As many lines are printed as were asked for.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_lines(int count)
{
	for (int i = 0; i < count; i++)
		printf("line %d\n", i);
}
