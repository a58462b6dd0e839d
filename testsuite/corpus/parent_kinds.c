/* SPDX-License-Identifier: MIT
 * Each node of a deep tree looks at its parent, and no further. */
#include <assert.h>
#include <stdlib.h>

struct node {
	struct node *parent;
	int kind;
};

int count_changes(struct node *const *node, int count)
{
	int changes = 0;

	for (int i = 0; i < count; i++)
		changes += node[i]->parent != NULL &&
			   node[i]->parent->kind != node[i]->kind;
	return changes;
}

int main(void)
{
	struct node *node[16];

	for (int i = 0; i < 16; i++) {
		node[i] = malloc(sizeof **node);
		node[i]->parent = i > 0 ? node[i - 1] : NULL;
		node[i]->kind = i / 3;
	}
	assert(count_changes(node, 16) == 5);
	for (int i = 0; i < 16; i++)
		free(node[i]);
	return 0;
}
