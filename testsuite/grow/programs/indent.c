/* SPDX-License-Identifier: MIT
 * Indents a text in place, moving the rest for each of its lines.
 * label: grows indent_text n^2 */
#include <stdlib.h>
#include <string.h>

char *indent_text(const char *text)
{
	size_t lines = 1, length = strlen(text);
	for (const char *p = text; *p; p++)
		lines += *p == '\n';
	char *all = malloc(length + 2 * lines + 1);
	memcpy(all, text, length + 1);
	for (char *line = all; line;) {
		size_t rest = length - (size_t)(line - all);
		memmove(line + 2, line, rest + 1);
		line[0] = line[1] = ' ';
		length += 2;
		line = strchr(line, '\n');
		if (line && !*++line)
			break;
	}
	return all;
}
