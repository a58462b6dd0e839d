/* SPDX-License-Identifier: MIT
 * How many lines of a file differ: each is looked for among those before it.
 * label: grows lines_different n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int lines_different(const char *path)
{
	static char *line[8192];
	char text[512];
	int count = 0;
	FILE *in = fopen(path, "r");
	while (in && fgets(text, sizeof text, in)) {
		int i = 0;
		while (i < count && strcmp(line[i], text) != 0)
			i++;
		if (i == count && count < 8192)
			line[count++] = strdup(text);
	}
	if (in)
		fclose(in);
	return count;
}
