/* SPDX-License-Identifier: MIT
 * Words of a text, counted in order.
 * label: linear */
#include <stdlib.h>
#include <string.h>

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* How many different words there are in TEXT, which is cut into these. */
size_t count_words(char *text)
{
	char **word = malloc((strlen(text) / 2 + 1) * sizeof *word),
	     *rest = text;
	size_t words = 0, different = 0;

	for (char *at = strtok_r(text, " ,.\n", &rest); at;
		at = strtok_r(NULL, " ,.\n", &rest))
		word[words++] = at;
	qsort(word, words, sizeof *word, compare_words);
	for (size_t i = 0; i < words; i++)
		different += i == 0 || strcmp(word[i], word[i - 1]) != 0;
	free(word);
	return different;
}
