/* SPDX-License-Identifier: MIT
 * Each append makes a new text of the old one.
 * label: grows text_append n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text_append(char *text, const char *piece)
{
	size_t length = strlen(text), more = strlen(piece);
	char *all = malloc(length + more + 1);
	memcpy(all, text, length);
	memcpy(all + length, piece, more + 1);
	free(text);
	return all;
}
