/* SPDX-License-Identifier: MIT
 * How long each of some texts is, by eight bytes at a time, once for each. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 24

static size_t text_length(const char *text)
{
	const uint64_t *word = (const uint64_t *)text;
	size_t length;

	while (((*word - UINT64_C(0x0101010101010101)) & ~*word &
		       UINT64_C(0x8080808080808080)) == 0)
		word++;
	length = (size_t)((const char *)word - text);
	while (text[length] != '\0')
		length++;
	return length;
}

size_t longest_of(const char *texts, int count)
{
	size_t longest = 0;

	for (int i = 0; i < count; i++) {
		size_t length = text_length(texts + i * ROOM);
		if (length > longest)
			longest = length;
	}
	return longest;
}

int main(void)
{
	char *texts = calloc(12, ROOM);

	for (int i = 0; i < 12; i++)
		memset(texts + i * ROOM, 'x', (size_t)(7 * i % 23));
	assert(longest_of(texts, 12) == 21);
	free(texts);
	return 0;
}
