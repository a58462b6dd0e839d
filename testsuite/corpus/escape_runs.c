/* SPDX-License-Identifier: MIT
 * Whether a quote is escaped depends on the backslashes before it, which are counted
 * backwards at each byte. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_escaped(const char *text, size_t at)
{
	size_t from = at;

	while (from > 0 && text[from - 1] == '\\')
		from--;
	return (at - from) % 2 != 0;
}

size_t count_escaped(const char *text, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++)
		count += is_escaped(text, i);
	return count;
}

int main(void)
{
	char *text = malloc(20);

	memset(text, '\\', 20);
	text[0] = '"';
	assert(count_escaped(text, 20) == 9);
	free(text);
	return 0;
}
