/* SPDX-License-Identifier: MIT
 * Sorted once, then looked up by halves.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
