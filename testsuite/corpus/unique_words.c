/* SPDX-License-Identifier: MIT
 * Collects different words in a list, and searches it before each insertion. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct word {
	struct word *next;
	char text[16];
};

struct words {
	struct word *first;
	int count;
};

static struct word **find_place(struct words *words, const char *text)
{
	struct word **place = &words->first;

	while (*place != NULL && strcmp((*place)->text, text) != 0)
		place = &(*place)->next;
	return place;
}

int words_add(struct words *words, const char *text)
{
	struct word **place = find_place(words, text);

	if (*place != NULL)
		return 0;
	*place = calloc(1, sizeof **place);
	strncpy((*place)->text, text, sizeof(*place)->text - 1);
	words->count++;
	return 1;
}

void words_collect(struct words *words, char *text)
{
	char *word;

	for (word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
		words_add(words, word);
}

void words_release(struct words *words)
{
	while (words->first != NULL) {
		struct word *next = words->first->next;
		free(words->first);
		words->first = next;
	}
}

int main(void)
{
	struct words words = {NULL, 0};
	char text[] = "the quick brown fox jumps over the lazy dog and the cat";

	words_collect(&words, text);
	assert(words.count == 10);
	assert(!words_add(&words, "fox"));
	words_release(&words);
	return 0;
}
