/* SPDX-License-Identifier: MIT
 * A text is reversed by insertion at the front.
 * label: grows text_reverse n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text_reverse(const char *text)
{
	char *to = calloc(strlen(text) + 1, 1);
	for (size_t i = 0; text[i]; i++) {
		memmove(to + 1, to, i);
		to[0] = text[i];
	}
	return to;
}
