/* SPDX-License-Identifier: MIT
 * The median of what came so far, by a sorted copy.
 * label: grows median_now n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double seen[1 << 14];
static size_t seen_count;

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static double median_now(double value)
{
	double *copy, middle;
	seen[seen_count++] = value;
	copy = malloc(seen_count * sizeof *copy);
	memcpy(copy, seen, seen_count * sizeof *copy);
	qsort(copy, seen_count, sizeof *copy, compare_doubles);
	middle = copy[seen_count / 2];
	free(copy);
	return middle;
}
