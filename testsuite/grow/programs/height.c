/* SPDX-License-Identifier: MIT
 * A tree whose height is worked out from the leaves after each insertion.
 * label: grows bst_height n^2 */
#include <stdbool.h>
#include <stdlib.h>

struct bst_node {
	int key;
	struct bst_node *left, *right;
};

struct bst {
	struct bst_node *root;
	int size, height;
};

int bst_height(const struct bst_node *node)
{
	int left, right;
	if (node == NULL)
		return 0;
	left = bst_height(node->left);
	right = bst_height(node->right);
	return 1 + (left > right ? left : right);
}

bool bst_insert(struct bst *tree, int key)
{
	struct bst_node **at = &tree->root;
	while (*at != NULL) {
		if (key == (*at)->key)
			return false;
		at = key < (*at)->key ? &(*at)->left : &(*at)->right;
	}
	*at = calloc(1, sizeof **at);
	(*at)->key = key;
	tree->size++;
	tree->height = bst_height(tree->root);
	return true;
}
