/* SPDX-License-Identifier: MIT
 * Appends to a text whose end is looked for by eight bytes at a time. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t has_zero(uint64_t word)
{
	return (word - UINT64_C(0x0101010101010101)) & ~word &
	       UINT64_C(0x8080808080808080);
}

/* TEXT is aligned, and its room is a multiple of eight. */
static size_t text_length(const char *text)
{
	const uint64_t *word = (const uint64_t *)text;
	size_t length;

	while (!has_zero(*word))
		word++;
	length = (size_t)((const char *)word - text);
	while (text[length] != '\0')
		length++;
	return length;
}

char *list_words(const char *const *word, int count)
{
	char *list = calloc(32, 8);

	for (int i = 0; i < count; i++)
		strcpy(list + text_length(list), word[i]);
	return list;
}

int main(void)
{
	static const char *const word[] = {"monday ", "tuesday ", "wednesday ",
		"thursday ", "friday ", "saturday ", "sunday ", "holiday ",
		"birthday ", "doomsday "};
	char *list = list_words(word, 10);

	assert(strlen(list) == 83);
	free(list);
	return 0;
}
