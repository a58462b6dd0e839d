/* SPDX-License-Identifier: MIT
 * Goes through a list by index. */
#include <assert.h>
#include <stdlib.h>

struct node {
	struct node *next;
	double value;
};

struct list {
	struct node *head;
	int length;
};

void list_push(struct list *list, double value)
{
	struct node *node = malloc(sizeof *node);

	node->value = value;
	node->next = list->head;
	list->head = node;
	list->length++;
}

double list_nth(const struct list *list, int index)
{
	const struct node *node = list->head;

	while (index-- > 0)
		node = node->next;
	return node->value;
}

double list_dot(const struct list *left, const struct list *right)
{
	double sum = 0;

	for (int i = 0; i < left->length; i++)
		sum += list_nth(left, i) * list_nth(right, i);
	return sum;
}

void list_clear(struct list *list)
{
	while (list->head != NULL) {
		struct node *next = list->head->next;
		free(list->head);
		list->head = next;
	}
}

int main(void)
{
	struct list left = {NULL, 0}, right = {NULL, 0};

	for (int i = 1; i <= 7; i++) {
		list_push(&left, i);
		list_push(&right, 1);
	}
	assert(list_dot(&left, &right) == 28);
	list_clear(&left);
	list_clear(&right);
	return 0;
}
