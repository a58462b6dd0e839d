/* SPDX-License-Identifier: MIT
 * Numbers are read by sscanf, which measures all that is left.
 * label: grows numbers_sum n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long numbers_sum(const char *text)
{
	long sum = 0;
	int number, used;
	while (sscanf(text, "%d%n", &number, &used) == 1) {
		sum += number;
		text += used;
	}
	return sum;
}
