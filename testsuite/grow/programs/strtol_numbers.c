/* SPDX-License-Identifier: MIT
 * Numbers are read by strtol, from where the last one ends.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long numbers_sum(const char *text)
{
	long sum = 0;
	char *end;
	for (;;) {
		long number = strtol(text, &end, 10);
		if (end == text)
			return sum;
		sum += number;
		text = end;
	}
}
