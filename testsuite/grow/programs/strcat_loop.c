/* SPDX-License-Identifier: MIT
 * strcat from the start of a growing line.
 * label: grows line_make n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line_make(int words)
{
	char *line = calloc((size_t)words + 1, 8);
	for (int i = 0; i < words; i++)
		strcat(line, "word, ");
	return line;
}
