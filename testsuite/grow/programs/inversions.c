/* SPDX-License-Identifier: MIT
 * Pairs of numbers in the wrong order, counted one by one.
 * label: grows inversions n^2 */
#include <assert.h>

static long __attribute__((noinline)) inversions(const int *x, int count)
{
	long pairs = 0;
	for (int i = 0; i < count; i++)
		for (int j = i + 1; j < count; j++)
			pairs += x[i] > x[j];
	return pairs;
}
