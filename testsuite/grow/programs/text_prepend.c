/* SPDX-License-Identifier: MIT
 * Words are put before a text, which is copied.
 * label: grows text_prepend n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t length;
};

static void text_prepend(struct text *text, const char *word)
{
	size_t more = strlen(word);
	char *all = malloc(more + text->length + 1);
	for (size_t i = 0; i < more; i++)
		all[i] = word[i];
	for (size_t i = 0; i < text->length; i++)
		all[more + i] = text->bytes[i];
	all[more + text->length] = '\0';
	free(text->bytes);
	text->bytes = all;
	text->length += more;
}
