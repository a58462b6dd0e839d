/* SPDX-License-Identifier: MIT
 * Numbers in order make a tree a list.
 * label: grows tree_put n^2 */
#include <stdlib.h>

struct node {
	struct node *child[2];
	int key;
};

void tree_put(struct node **tree, int key)
{
	while (*tree && (*tree)->key != key)
		tree = &(*tree)->child[key > (*tree)->key];
	if (!*tree) {
		*tree = calloc(1, sizeof **tree);
		(*tree)->key = key;
	}
}

int tree_least(const struct node *tree)
{
	while (tree->child[0])
		tree = tree->child[0];
	return tree->key;
}
