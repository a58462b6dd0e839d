/* SPDX-License-Identifier: MIT
 * Letters are put into a text, and the offsets of all lines after it are raised. */
#include <stdlib.h>

struct lines {
	long *offset;
	int count;
};

void lines_insert(struct lines *lines, int line, int letters)
{
	for (int i = line + 1; i < lines->count; i++)
		lines->offset[i] += letters;
}

void lines_indent(struct lines *lines, int letters)
{
	for (int line = 0; line < lines->count; line++)
		lines_insert(lines, line, letters);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct lines lines = {malloc(n * sizeof *lines.offset), n};

	for (int i = 0; i < n; i++)
		lines.offset[i] = 20 * i;
	lines_indent(&lines, 4);
	free(lines.offset);
	return 0;
}
