/* SPDX-License-Identifier: MIT
 * Bubble sort.
 * label: grows sort_values n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void sort_values(int *value, int count)
{
	for (int end = count; end > 1; end--)
		for (int i = 1; i < end; i++)
			if (value[i - 1] > value[i]) {
				int other = value[i];
				value[i] = value[i - 1];
				value[i - 1] = other;
			}
}
