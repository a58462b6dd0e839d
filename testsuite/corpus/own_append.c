/* SPDX-License-Identifier: MIT
 * Appends to a text by an append of its own, which looks for the end each time. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

void text_append(char *text, const char *more)
{
	while (*text != '\0')
		text++;
	while ((*text++ = *more++) != '\0')
		;
}

char *list_names(int count)
{
	char *text = calloc(1, 16 + 8 * (size_t)count);

	for (int i = 0; i < count; i++)
		text_append(text, i % 2 ? "carol, " : "robin, ");
	return text;
}

int main(void)
{
	char *text = list_names(12);

	assert(strlen(text) == 84);
	free(text);
	return 0;
}
