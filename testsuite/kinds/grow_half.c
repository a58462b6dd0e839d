/* SPDX-License-Identifier: MIT
 * A list gets half as much room more when it is full, and what it has is copied there. */
#include <stdlib.h>
#include <string.h>

struct words {
	long *word;
	size_t used, room;
};

void words_add(struct words *words, long word)
{
	if (words->used == words->room) {
		size_t room = words->room + words->room / 2 + 4;
		long *more = malloc(room * sizeof *more);
		if (words->used)
			memcpy(more, words->word, words->used * sizeof *more);
		free(words->word);
		words->word = more;
		words->room = room;
	}
	words->word[words->used++] = word;
}

void words_fill(struct words *words, int count)
{
	for (int i = 0; i < count; i++)
		words_add(words, i);
}

int main(int argc, char **argv)
{
	struct words words = {0};

	words_fill(&words, 20 * (argc > 1 ? atoi(argv[1]) : 24));
	free(words.word);
	return 0;
}
