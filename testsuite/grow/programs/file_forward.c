/* SPDX-License-Identifier: MIT
 * The lines of a file are read one after the other.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long file_sum(FILE *file)
{
	char line[40];
	long sum = 0;
	rewind(file);
	while (fgets(line, sizeof line, file))
		sum += atol(line);
	return sum;
}
