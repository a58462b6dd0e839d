/* SPDX-License-Identifier: MIT
 * A scanner that searches a table of keywords, fixed in the program. */
#include <assert.h>
#include <string.h>

static const struct keyword {
	const char *text;
	int token;
} keywords[] = {
	{"break", 1},
	{"case", 2},
	{"do", 3},
	{"else", 4},
	{"for", 5},
	{"goto", 6},
	{"if", 7},
	{"return", 8},
};

int token_of(const char *word)
{
	for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
		if (strcmp(keywords[i].text, word) == 0)
			return keywords[i].token;
	return 0;
}

int count_keywords(char *text)
{
	int count = 0;

	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		count += token_of(word) != 0;
	return count;
}

int main(void)
{
	char text[] = "for each case do one thing else return to zero if any";

	assert(count_keywords(text) == 6);
	return 0;
}
