/* SPDX-License-Identifier: MIT
 * A binary search tree: inserts, finds, sums recursively: tree [NODES [TIMES]] */
#include <stdio.h>
#include <stdlib.h>

struct node {
	unsigned key;
	struct node *left, *right;
};

static void insert(struct node **link, unsigned key)
{
	while (*link != NULL) {
		if ((*link)->key == key)
			return;
		link = key < (*link)->key ? &(*link)->left : &(*link)->right;
	}
	*link = calloc(1, sizeof(**link));
	if (*link == NULL)
		abort();
	(*link)->key = key;
}

static const struct node *find(const struct node *node, unsigned key)
{
	while (node != NULL && node->key != key)
		node = key < node->key ? node->left : node->right;
	return node;
}

static unsigned long sum(const struct node *node)
{
	return node == NULL ? 0
			    : sum(node->left) + node->key + sum(node->right);
}

static unsigned next_random(unsigned *state)
{
	return *state = *state * 1664525u + 1013904223u;
}

int main(int argc, char **argv)
{
	int nodes = argc > 1 ? atoi(argv[1]) : 20000;
	int times = argc > 2 ? atoi(argv[2]) : 200;
	struct node *root = NULL;
	unsigned state = 1;
	unsigned long total = 0;

	for (int i = 0; i < nodes; i++)
		insert(&root, next_random(&state) >> 8);
	state = 1;
	for (int i = 0; i < nodes; i++)
		total += find(root, next_random(&state) >> 8) != NULL;
	for (int i = 0; i < times; i++)
		total += sum(root);
	printf("%lu\n", total);
	return 0;
}
