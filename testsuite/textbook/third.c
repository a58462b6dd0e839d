/* SPDX-License-Identifier: MIT
 * Figure 3.6: another example of a non-traversing function. The two calls of n
 * are two contexts, also where the compiler inlines them. */
#include "textbook.h"

static const struct node *n(const struct node *node)
{
	return node->next;
}

int third(const struct node *list)
{
	const struct node *node = n(list);
	node = n(node);
	return node->data;
}
