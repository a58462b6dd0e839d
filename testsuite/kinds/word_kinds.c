/* SPDX-License-Identifier: MIT
 * Says of each word which of the known ones it is, by comparing letters. */
#include <stdlib.h>
#include <string.h>

static int to_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int word_is(const char *word, int length, const char *known)
{
	for (int i = 0; i < length; i++)
		if (known[i] == 0 || to_lower(word[i]) != known[i])
			return 0;
	return known[length] == 0;
}

int words_count_known(const char *text)
{
	int known = 0;

	while (*text) {
		int length = 0;
		while (text[length] && text[length] != ' ')
			length++;
		known += word_is(text, length, "select") ||
			 word_is(text, length, "selection") ||
			 word_is(text, length, "from") ||
			 word_is(text, length, "where");
		text += length;
		while (*text == ' ')
			text++;
	}
	return known;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, known;
	char *text = calloc(n + 1, 10);

	for (int i = 0; i < n; i++)
		strcat(text + (i ? (i - 1) * 7 : 0), "Select ");
	known = words_count_known(text);
	free(text);
	return known == 0;
}
