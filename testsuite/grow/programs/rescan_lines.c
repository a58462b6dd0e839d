/* SPDX-License-Identifier: MIT
 * The line number of each word is counted from the start.
 * label: grows line_number n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int line_number(const char *text, const char *at)
{
	int line = 1;
	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

static int last_line(const char *text)
{
	int line = 0;
	for (const char *at = text; *at; at++)
		if (*at == ' ')
			line = line_number(text, at);
	return line;
}
