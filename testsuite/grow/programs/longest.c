/* SPDX-License-Identifier: MIT
 * Lines of a file: which is the longest?
 * label: linear */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines {
	char **line;
	size_t count, room;
};

int lines_read(struct lines *lines, FILE *in)
{
	char buffer[256];

	while (fgets(buffer, sizeof buffer, in)) {
		if (lines->count == lines->room) {
			lines->room = lines->room ? lines->room * 2 : 4;
			lines->line = realloc(
				lines->line, lines->room * sizeof(char *));
		}
		lines->line[lines->count++] = strdup(buffer);
	}
	return 0;
}

size_t longest(const struct lines *lines)
{
	size_t most = 0;

	for (size_t i = 0; i < lines->count; i++)
		if (strlen(lines->line[i]) > most)
			most = strlen(lines->line[i]);
	return most;
}
