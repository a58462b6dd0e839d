/* SPDX-License-Identifier: MIT
 * At each byte the next ones, no more than four, say how it is to be read. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define AHEAD 4

static int letters_ahead(const char *text, size_t at, size_t length)
{
	int letters = 0;

	for (size_t i = at; i < length && i < at + AHEAD; i++)
		letters += text[i] >= 'a' && text[i] <= 'z';
	return letters;
}

int count_codes(const char *text, size_t length)
{
	int codes = 0;

	for (size_t i = 0; i < length; i++)
		codes += text[i] == '#' &&
			 letters_ahead(text, i + 1, length) < 2;
	return codes;
}

int main(void)
{
	char *text = malloc(60);

	for (size_t i = 0; i < 60; i++)
		text[i] = "#12#a#bc#"[i % 9];
	assert(count_codes(text, 60) == 15);
	free(text);
	return 0;
}
