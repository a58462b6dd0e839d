/* SPDX-License-Identifier: MIT
 * A log whose lines are numbered: they are counted for each new one.
 * label: grows log_count n^2 */
#include <stdio.h>
#include <string.h>

static long log_count(const char *path)
{
	FILE *f = fopen(path, "r");
	long lines = 0;
	int c;
	if (f == NULL)
		return 0;
	while ((c = getc(f)) != EOF)
		if (c == '\n')
			lines++;
	fclose(f);
	return lines;
}

static int log_append(const char *path, const char *message)
{
	long number = log_count(path) + 1;
	FILE *f = fopen(path, "a");
	if (f == NULL)
		return 0;
	fprintf(f, "%ld: %s\n", number, message);
	fclose(f);
	return (int)number;
}
