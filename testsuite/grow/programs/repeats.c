/* SPDX-License-Identifier: MIT
 * Lines of a file: each is compared with all before it.
 * label: grows count_repeats n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines {
	char **line;
	size_t count;
};

int lines_read(struct lines *lines, FILE *in)
{
	char buffer[256];

	while (fgets(buffer, sizeof buffer, in)) {
		lines->line = realloc(
			lines->line, (lines->count + 1) * sizeof(char *));
		lines->line[lines->count++] = strdup(buffer);
	}
	return 0;
}

size_t count_repeats(const struct lines *lines)
{
	size_t repeats = 0;

	for (size_t i = 1; i < lines->count; i++)
		for (size_t j = 0; j < i; j++)
			if (!strcmp(lines->line[i], lines->line[j])) {
				repeats++;
				break;
			}
	return repeats;
}
