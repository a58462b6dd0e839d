/* SPDX-License-Identifier: MIT
 * A list that is asked for its elements by their place.
 * label: grows list_get n^2 */
#include <stdlib.h>

typedef struct node {
	int value;
	struct node *next;
} node_t;

typedef struct {
	node_t *head, *tail;
	int length;
} list_t;

list_t *list_new(void)
{
	return calloc(1, sizeof(list_t));
}

void list_append(list_t *list, int value)
{
	node_t *node = malloc(sizeof *node);
	node->value = value;
	node->next = NULL;
	if (list->tail)
		list->tail->next = node;
	else
		list->head = node;
	list->tail = node;
	list->length++;
}

int list_get(const list_t *list, int index)
{
	const node_t *node = list->head;
	while (index-- > 0 && node)
		node = node->next;
	return node ? node->value : -1;
}

void list_destroy(list_t *list)
{
	node_t *node = list->head, *next;
	for (; node; node = next) {
		next = node->next;
		free(node);
	}
	free(list);
}
