/* SPDX-License-Identifier: MIT
 * All pairs of some points that are near each other are handed to the caller.
 * label: output pairs_visit */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pairs_visit(const int *x, int count, int near,
	void (*visit)(int left, int right, void *closure), void *closure)
{
	for (int i = 0; i < count; i++)
		for (int j = i + 1; j < count; j++)
			if (abs(x[i] - x[j]) <= near)
				visit(i, j, closure);
}
