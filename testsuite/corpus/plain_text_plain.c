/* SPDX-License-Identifier: MIT
 * Texts that are appended to; compiled without debug information. */
#include <stdlib.h>

char *text_new(size_t room)
{
	return calloc(1, room);
}

void text_add(char *text, const char *more)
{
	while (*text != '\0')
		text++;
	while ((*text++ = *more++) != '\0')
		;
}

void text_free(char *text)
{
	free(text);
}
