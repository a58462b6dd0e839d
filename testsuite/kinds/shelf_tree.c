/* SPDX-License-Identifier: MIT
 * A tree that keeps its balance by turns is searched for keys, mostly for the largest. */
#include <stdlib.h>

struct node {
	struct node *link[2];
	int key, level;
};

static struct node *node_skew(struct node *at)
{
	struct node *left = at->link[0];

	if (!left || left->level != at->level)
		return at;
	at->link[0] = left->link[1];
	left->link[1] = at;
	return left;
}

static struct node *node_split(struct node *at)
{
	struct node *right = at->link[1];

	if (!right || !right->link[1] || right->link[1]->level != at->level)
		return at;
	at->link[1] = right->link[0];
	right->link[0] = at;
	right->level++;
	return right;
}

__attribute__((noinline)) struct node *tree_put(struct node *at, int key)
{
	if (!at) {
		at = calloc(1, sizeof *at);
		at->key = key;
		at->level = 1;
		return at;
	}
	if (key != at->key)
		at->link[key > at->key] =
			tree_put(at->link[key > at->key], key);
	return node_split(node_skew(at));
}

__attribute__((noinline)) const struct node *tree_find(
	const struct node *at, int key)
{
	while (at && at->key != key)
		at = at->link[key > at->key];
	return at;
}

static void tree_free(struct node *at)
{
	if (!at)
		return;
	tree_free(at->link[0]);
	tree_free(at->link[1]);
	free(at);
}

__attribute__((noinline)) int shelf_count(const struct node *root, int keys)
{
	int found = 0;

	for (int i = 0; i < 2 * keys; i++)
		found += tree_find(root,
				 i % 3 == 0 ? keys - 1 : keys - i % 3) != NULL;
	return found;
}

int main(int argc, char **argv)
{
	int keys = argc > 1 ? atoi(argv[1]) : 7, found;
	struct node *root = NULL;

	for (int i = 0; i < keys; i++)
		root = tree_put(root, i);
	found = shelf_count(root, keys);
	tree_free(root);
	return found != 2 * keys;
}
