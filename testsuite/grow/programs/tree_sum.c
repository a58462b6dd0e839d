/* SPDX-License-Identifier: MIT
 * The numbers in a balanced tree are added by recursion.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *left, *right;
	long value;
};

static struct node *tree_make(long first, long end)
{
	struct node *node;
	long middle = first + (end - first) / 2;
	if (first >= end)
		return NULL;
	node = malloc(sizeof *node);
	node->value = middle;
	node->left = tree_make(first, middle);
	node->right = tree_make(middle + 1, end);
	return node;
}

static long tree_sum(const struct node *node)
{
	return node ? node->value + tree_sum(node->left) + tree_sum(node->right)
		    : 0;
}
