/* SPDX-License-Identifier: MIT
 * For each opening bracket of a text its end is searched for up to the end. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static ptrdiff_t find_end(const char *text, size_t from, size_t size)
{
	for (size_t i = from; i < size; i++)
		if (text[i] == ']' || text[i] == '\n')
			return (ptrdiff_t)i;
	return -1;
}

int count_links(const char *text, size_t size)
{
	int links = 0;

	for (size_t i = 0; i < size; i++)
		if (text[i] == '[' && find_end(text, i + 1, size) >= 0)
			links++;
	return links;
}

int main(void)
{
	char *text = malloc(64);

	memset(text, 'a', 64);
	for (int i = 0; i < 64; i += 5)
		text[i] = '[';
	assert(count_links(text, 64) == 0);
	free(text);
	return 0;
}
