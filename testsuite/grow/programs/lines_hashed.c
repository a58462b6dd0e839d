/* SPDX-License-Identifier: MIT
 * The same with a table of hashes.
 * label: linear lines_different */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int lines_different(const char *path)
{
	static char *line[16384];
	char text[512];
	int count = 0;
	FILE *in = fopen(path, "r");
	while (in && fgets(text, sizeof text, in)) {
		unsigned at = 5381;
		for (const char *c = text; *c; c++)
			at = at * 33 + (unsigned char)*c;
		at %= 16384;
		while (line[at] && strcmp(line[at], text) != 0)
			at = (at + 1) % 16384;
		if (!line[at] && count < 8192) {
			line[at] = strdup(text);
			count++;
		}
	}
	if (in)
		fclose(in);
	return count;
}
