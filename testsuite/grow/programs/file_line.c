/* SPDX-License-Identifier: MIT
 * The nth line of a file is read from its start.
 * label: grows file_line n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int file_line(FILE *file, int number, char *line, int size)
{
	rewind(file);
	for (int i = 0; i <= number; i++)
		if (!fgets(line, size, file))
			return 0;
	return 1;
}

static long file_sum(FILE *file)
{
	char line[40];
	long sum = 0;
	for (int i = 0; file_line(file, i, line, sizeof line); i++)
		sum += atol(line);
	return sum;
}
