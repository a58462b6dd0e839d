/* SPDX-License-Identifier: MIT
 * A file is read and written as a whole for each line that is added.
 * label: grows journal_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void journal_add(FILE *file, const char *line)
{
	long size;
	char *all, *lines;
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	all = malloc((size_t)size + strlen(line) + 2);
	lines = malloc((size_t)size + 1);
	rewind(file);
	size = (long)fread(lines, 1, (size_t)size, file);
	for (long i = 0; i < size; i++)
		all[i] = lines[i];
	strcpy(all + size, line);
	strcat(all + size, "\n");
	rewind(file);
	fputs(all, file);
	free(all);
	free(lines);
}
