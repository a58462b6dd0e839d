/* SPDX-License-Identifier: MIT
 * Replaces words in a text by longer ones, in place: the rest moves for each. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int text_replace(char *text, const char *from, const char *to)
{
	size_t from_length = strlen(from), to_length = strlen(to);
	int count = 0;

	for (char *at = text; (at = strstr(at, from)) != NULL;
		at += to_length, count++) {
		memmove(at + to_length, at + from_length,
			strlen(at + from_length) + 1);
		memcpy(at, to, to_length);
	}
	return count;
}

int main(void)
{
	char *text = malloc(256);

	text[0] = '\0';
	for (int i = 0; i < 10; i++)
		strcat(text, "a cat; ");
	assert(text_replace(text, "cat", "horse") == 10);
	assert(strlen(text) == 90);
	free(text);
	return 0;
}
