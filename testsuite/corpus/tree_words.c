/* SPDX-License-Identifier: MIT
 * Counts words in a search tree. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct count {
	struct count *child[2];
	int times;
	char word[12];
};

int tree_count(struct count **root, const char *word)
{
	int order;

	while (*root != NULL && (order = strcmp(word, (*root)->word)) != 0)
		root = &(*root)->child[order > 0];
	if (*root == NULL) {
		*root = calloc(1, sizeof **root);
		strcpy((*root)->word, word);
	}
	return ++(*root)->times;
}

int tree_count_all(struct count **root, const char *const *word, int words)
{
	int most = 0;

	for (int i = 0; i < words; i++) {
		int times = tree_count(root, word[i]);
		if (times > most)
			most = times;
	}
	return most;
}

void tree_free(struct count *tree)
{
	if (tree == NULL)
		return;
	tree_free(tree->child[0]);
	tree_free(tree->child[1]);
	free(tree);
}

int main(void)
{
	static const char *const word[] = {"m", "f", "s", "b", "h", "p", "w",
		"a", "c", "g", "s", "k", "n", "q", "s", "z"};
	struct count *tree = NULL;

	assert(tree_count_all(&tree, word, 16) == 3);
	tree_free(tree);
	return 0;
}
