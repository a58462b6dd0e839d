/* SPDX-License-Identifier: MIT
 * A list without a tail pointer: making one of an array walks it for each value. */
#include <assert.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int value;
};

struct item *item_new(int value)
{
	struct item *item = malloc(sizeof *item);

	item->next = NULL;
	item->value = value;
	return item;
}

struct item *list_append(struct item *list, int value)
{
	struct item *last = list;

	if (list == NULL)
		return item_new(value);
	while (last->next != NULL)
		last = last->next;
	last->next = item_new(value);
	return list;
}

struct item *list_from_values(const int *value, int count)
{
	struct item *list = NULL;

	for (int i = 0; i < count; i++)
		list = list_append(list, value[i]);
	return list;
}

int list_last(const struct item *list)
{
	while (list->next != NULL)
		list = list->next;
	return list->value;
}

void list_free(struct item *list)
{
	while (list != NULL) {
		struct item *next = list->next;
		free(list);
		list = next;
	}
}

int main(void)
{
	const int value[] = {3, 1, 4, 1, 5, 9, 2, 6};
	struct item *list = list_from_values(value, 8);

	assert(list->value == 3);
	assert(list_last(list) == 6);
	list_free(list);
	return 0;
}
