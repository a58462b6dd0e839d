/* SPDX-License-Identifier: MIT
 * Words in a trie; looking one up reads as many nodes as it has letters. */
#include <assert.h>
#include <stdlib.h>

struct trie {
	struct trie *child[26];
	int is_word;
};

void trie_add(struct trie *trie, const char *word)
{
	for (; *word != '\0'; word++) {
		struct trie **child = &trie->child[*word - 'a'];
		if (*child == NULL)
			*child = calloc(1, sizeof **child);
		trie = *child;
	}
	trie->is_word = 1;
}

int trie_has(const struct trie *trie, const char *word)
{
	for (; *word != '\0' && trie != NULL; word++)
		trie = trie->child[*word - 'a'];
	return trie != NULL && trie->is_word;
}

int trie_count(const struct trie *trie, const char *const *word, int count)
{
	int known = 0;

	for (int i = 0; i < count; i++)
		known += trie_has(trie, word[i]);
	return known;
}

void trie_free(struct trie *trie)
{
	if (trie == NULL)
		return;
	for (int i = 0; i < 26; i++)
		trie_free(trie->child[i]);
	free(trie);
}

int main(void)
{
	static const char *const word[] = {"stone", "star", "tree", "trace",
		"graph", "grape", "list", "line", "ring", "rank"};
	static const char *const asked[] = {"tree", "star", "stare", "grape",
		"ring", "lint", "line", "trace", "rank", "stone", "zebra"};
	struct trie *trie = calloc(1, sizeof *trie);

	for (int i = 0; i < 10; i++)
		trie_add(trie, word[i]);
	assert(trie_count(trie, asked, 11) == 8);
	trie_free(trie);
	return 0;
}
