/* SPDX-License-Identifier: MIT
 * Builds and frees the linked lists that the figures walk. */
#include <stdlib.h>

#include "textbook.h"

struct node *list_new(int count)
{
	struct node *list = NULL;
	for (int value = count; value > 0; value--) {
		struct node *node = malloc(sizeof(*node));
		if (node == NULL)
			abort();
		node->data = value;
		node->next = list;
		list = node;
	}
	return list;
}

void list_free(struct node *list)
{
	while (list != NULL) {
		struct node *next = list->next; /* list_free:1 */
		free(list);
		list = next;
	}
}
