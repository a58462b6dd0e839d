/* SPDX-License-Identifier: MIT
 * Indents a text while it is copied.
 * label: linear */
#include <stdlib.h>
#include <string.h>

char *indent_text(const char *text)
{
	char *all = malloc(3 * strlen(text) + 3), *to = all;
	int is_start = 1;
	for (; *text; text++) {
		if (is_start) {
			*to++ = ' ';
			*to++ = ' ';
		}
		*to++ = *text;
		is_start = *text == '\n';
	}
	*to = '\0';
	return all;
}
