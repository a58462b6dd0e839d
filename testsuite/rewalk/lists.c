/* SPDX-License-Identifier: MIT
 * Shapes on lists and trees. */
#include <stdlib.h>

#include "shapes.h"

SHAPE void append_by_walking(int n)
{
	struct node *list = make_node(0, NULL);

	for (int i = 1; i < n; i++) {
		struct node *last = list;
		while (last->next != NULL)
			last = last->next;
		last->next = make_node(i, NULL);
	}
	free_list(list);
}

SHAPE void search_then_append(int n)
{
	struct node *list = NULL;

	for (int i = 0; i < n; i++) {
		struct node **link = &list;
		while (*link != NULL && (*link)->value != i)
			link = &(*link)->next;
		if (*link == NULL)
			*link = make_node(i, NULL);
	}
	free_list(list);
}

/* Looks at one node less each time. */
SHAPE void shrinking_prefix(int n)
{
	struct node *list = make_list(n);

	for (int length = n; length > 0; length--) {
		struct node *node = list;
		for (int i = 0; i < length; i++) {
			sink += node->value;
			node = node->next;
		}
	}
	free_list(list);
}

/* Compares each node with itself and those behind it. */
SHAPE void triangular_loop(int n)
{
	struct node *list = make_list(n);

	for (struct node *left = list; left != NULL; left = left->next)
		for (struct node *right = left; right != NULL;
			right = right->next)
			sink += left->value == right->value;
	free_list(list);
}

static struct node *find(struct node *list, int value)
{
	while (list != NULL && list->value != value)
		list = list->next;
	return list;
}

/* Searches from the front for each value and unlinks what is found. */
SHAPE void removal_while_walking(int n)
{
	struct node *list = make_list(n);

	for (int i = n; i-- > 0;) {
		struct node **link = &list;
		while (*link != NULL && (*link)->value != i)
			link = &(*link)->next;
		struct node *found = *link;
		*link = found->next;
		free(found);
	}
}

SHAPE void early_exit_search(int n)
{
	struct node *list = make_list(n);

	for (int i = 0; i < n; i++)
		sink += find(list, i) != NULL;
	free_list(list);
}

static __attribute__((noinline)) int sum(const struct node *list)
{
	int total = 0;

	for (; list != NULL; list = list->next)
		total += list->value;
	return total;
}

/* Two walks, each from a place of its own. */
SHAPE void two_call_sites(int n)
{
	struct node *list = make_list(n);

	sink += sum(list);
	sink -= sum(list);
	free_list(list);
}

/* Every node is written before it is read again. */
SHAPE void write_between(int n)
{
	struct node *list = make_list(n);

	for (int i = 0; i < n; i++) {
		for (struct node *node = list; node; node = node->next)
			sink += node->value;
		struct node *copy = NULL, **end = &copy;
		for (int j = 0; j < n; j++) {
			*end = make_node(i + j, NULL);
			end = &(*end)->next;
		}
		free_list(list);
		list = copy;
	}
	free_list(list);
}

/* The last value is all that changes. */
SHAPE void tail_written(int n)
{
	struct node *last = make_node(n, NULL), *list = last;

	for (int i = 1; i < n; i++)
		list = make_node(i, list);
	for (int i = 0; i < n; i++) {
		for (struct node *node = list; node; node = node->next)
			sink += node->value;
		last->value = sink;
	}
	free_list(list);
}

SHAPE void same_cell(int n)
{
	int *volatile *cell = malloc(sizeof *cell);

	*cell = &sink;
	for (int i = 0; i < 4 * n; i++)
		sink += *cell == NULL;
	free((void *)cell);
}

struct tree {
	struct tree *child[2];
	int key;
};

static struct tree *make_tree(int low, int high)
{
	struct tree *tree;

	if (low >= high)
		return NULL;
	tree = malloc(sizeof *tree);
	tree->key = (low + high) / 2;
	tree->child[0] = make_tree(low, tree->key);
	tree->child[1] = make_tree(tree->key + 1, high);
	return tree;
}

static void free_tree(struct tree *tree)
{
	if (tree == NULL)
		return;
	free_tree(tree->child[0]);
	free_tree(tree->child[1]);
	free(tree);
}

SHAPE void tree_lookups(int n)
{
	struct tree *tree = make_tree(0, 2 * n);

	for (int i = 0; i < 2 * n; i++) {
		struct tree *at = tree;
		while (at != NULL && at->key != i)
			at = at->child[i > at->key];
		sink += at != NULL;
	}
	free_tree(tree);
}

struct level {
	struct level *parent;
	int is_block;
};

static struct level *make_level(struct level *parent)
{
	struct level *level = malloc(sizeof *level);

	level->parent = parent;
	level->is_block = parent == NULL;
	return level;
}

static const struct level *block_of(const struct level *level)
{
	while (!level->is_block)
		level = level->parent;
	return level;
}

/* Goes down N levels and up again, and at each of them looks for the outermost one. */
SHAPE void paths_to_root(int n)
{
	struct level *root = make_level(NULL), *level = root;

	for (int i = 0; i < 2 * n; i++) {
		level = i < n ? make_level(level) : level->parent;
		sink += block_of(level) == root;
	}
	free(root);
}

static void enter(const struct level *parent, int depth)
{
	for (int i = 0; i < 2 && depth > 0; i++) {
		struct level *level = make_level((struct level *)parent);
		sink += block_of(level) == parent;
		enter(level, depth - 1);
		free(level);
	}
}

/* The same in a tree that is wide, so that all paths are short. */
SHAPE void paths_of_leaves(int n)
{
	struct level *root = make_level(NULL);

	for (int i = 0; i < n; i++)
		enter(root, 2);
	free(root);
}
