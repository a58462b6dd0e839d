/* SPDX-License-Identifier: MIT
 * A text's length by a function of its own, for each of its characters. */
#include <stdlib.h>
#include <string.h>

static int text_length(const char *text)
{
	const char *end = text;

	while (*end)
		end++;
	return (int)(end - text);
}

int text_count(const char *text, char sought)
{
	int count = 0;

	for (int i = 0; i < text_length(text); i++)
		count += text[i] == sought;
	return count;
}

int main(int argc, char **argv)
{
	int n = 2 * (argc > 1 ? atoi(argv[1]) : 24), count;
	char *text = calloc(n + 1, 1);

	memset(text, 'a', n);
	count = text_count(text, 'a');
	free(text);
	return count != n;
}
