/* SPDX-License-Identifier: MIT
 * Exports a search tree by rank; each rank is counted from the smallest key. */
#include <assert.h>
#include <stdlib.h>

struct tree {
	struct tree *left, *right;
	int key;
};

struct tree *tree_insert(struct tree *tree, int key)
{
	if (tree == NULL) {
		tree = calloc(1, sizeof *tree);
		tree->key = key;
	} else if (key < tree->key) {
		tree->left = tree_insert(tree->left, key);
	} else {
		tree->right = tree_insert(tree->right, key);
	}
	return tree;
}

/* The node of rank *RANK, which is lowered by the nodes before it. */
const struct tree *tree_select(const struct tree *tree, int *rank)
{
	const struct tree *found;

	if (tree == NULL)
		return NULL;
	found = tree_select(tree->left, rank);
	if (found != NULL)
		return found;
	if ((*rank)-- == 0)
		return tree;
	return tree_select(tree->right, rank);
}

int tree_export(const struct tree *tree, int *key)
{
	const struct tree *found;
	int count = 0, rank = 0;

	while ((found = tree_select(tree, &rank)) != NULL) {
		key[count++] = found->key;
		rank = count;
	}
	return count;
}

void tree_free(struct tree *tree)
{
	if (tree == NULL)
		return;
	tree_free(tree->left);
	tree_free(tree->right);
	free(tree);
}

int main(void)
{
	const int key[] = {50, 20, 70, 10, 30, 60, 90, 80};
	struct tree *tree = NULL;
	int sorted[8];

	for (int i = 0; i < 8; i++)
		tree = tree_insert(tree, key[i]);
	assert(tree_export(tree, sorted) == 8);
	assert(sorted[0] == 10 && sorted[7] == 90);
	tree_free(tree);
	return 0;
}
