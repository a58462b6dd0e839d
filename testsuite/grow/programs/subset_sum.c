/* SPDX-License-Identifier: MIT
 * Whether some weights make a sum, by trying all.
 * label: grows subset_fits 2^n */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int subset_fits(const int *weight, int count, int left)
{
	if (count == 0)
		return left == 0;
	return subset_fits(weight + 1, count - 1, left - *weight) ||
	       subset_fits(weight + 1, count - 1, left);
}
