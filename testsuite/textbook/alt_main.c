/* SPDX-License-Identifier: MIT
 * Adds and subtracts a list of six in turn. */
#include <stdlib.h>

#include "textbook.h"

static struct object *object_new(int id, struct node *items)
{
	struct object *object = malloc(sizeof(*object));
	if (object == NULL)
		abort();
	object->id = id;
	object->items = items;
	return object;
}

int main(void)
{
	struct node *items = list_new(6);
	struct object *object = object_new(1, items);
	int total = alt(object);
	free(object);
	list_free(items);
	return total == -3 ? 0 : 1;
}
