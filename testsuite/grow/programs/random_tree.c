/* SPDX-License-Identifier: MIT
 * A search tree whose keys come in no order.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *child[2];
	unsigned key;
};

static void tree_add(struct node **at, unsigned key)
{
	while (*at)
		at = &(*at)->child[key > (*at)->key];
	*at = calloc(1, sizeof **at);
	(*at)->key = key;
}
