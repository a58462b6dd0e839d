/* SPDX-License-Identifier: MIT
 * A trie of letters holds a few words, the ways to which are gone down again and again. */
#include <stdlib.h>

struct letter {
	struct letter *next[26];
	int value;
};

__attribute__((noinline)) void trie_put(
	struct letter *at, const char *word, int value)
{
	for (; *word; word++) {
		struct letter **next = &at->next[*word - 'a'];
		if (!*next)
			*next = calloc(1, sizeof **next);
		at = *next;
	}
	at->value = value;
}

__attribute__((noinline)) int trie_get(
	const struct letter *at, const char *word)
{
	for (; at && *word; word++)
		at = at->next[*word - 'a'];
	return at ? at->value : 0;
}

static void trie_free(struct letter *at)
{
	for (int i = 0; i < 26; i++)
		if (at->next[i])
			trie_free(at->next[i]);
	free(at);
}

int main(int argc, char **argv)
{
	static const char *const words[] = {
		"sun", "sol", "mar", "mira", "vega"};
	int rounds = argc > 1 ? atoi(argv[1]) : 12, sum = 0;
	struct letter *root = calloc(1, sizeof *root);

	for (int i = 0; i < 5; i++)
		trie_put(root, words[i], i + 1);
	for (int i = 0; i < rounds; i++)
		for (int k = 0; k < 5; k++)
			sum += trie_get(root, words[k]);
	trie_free(root);
	return sum != 15 * rounds;
}
