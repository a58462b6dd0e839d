/* SPDX-License-Identifier: MIT
 * Each field of a line ends at the next comma, and the next one begins there. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static size_t field_length(const char *text)
{
	const char *end = text;

	while (*end != ',' && *end != '\0')
		end++;
	return (size_t)(end - text);
}

size_t widest_field(const char *line)
{
	size_t widest = 0;

	for (;;) {
		size_t length = field_length(line);
		if (length > widest)
			widest = length;
		line += length;
		if (*line++ == '\0')
			return widest;
	}
}

int main(void)
{
	static const char line[] = "1,22,333,4444,55555,666666,7777777,1,,3,4";
	char *copy = malloc(sizeof line);

	memcpy(copy, line, sizeof line);
	assert(widest_field(copy) == 7);
	free(copy);
	return 0;
}
