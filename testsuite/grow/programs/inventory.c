/* SPDX-License-Identifier: MIT
 * Stock by article number; each delivery looks its article up in a list.
 * label: grows inventory_find n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct article {
	char *number;
	unsigned stock;
};

struct inventory {
	struct article *articles;
	size_t count, capacity;
};

static struct article *inventory_find(
	const struct inventory *inventory, const char *number)
{
	for (size_t i = 0; i < inventory->count; i++)
		if (!strcmp(inventory->articles[i].number, number))
			return &inventory->articles[i];
	return NULL;
}

static int inventory_deliver(
	struct inventory *inventory, const char *number, unsigned pieces)
{
	struct article *article = inventory_find(inventory, number);
	if (!article) {
		if (inventory->count == inventory->capacity) {
			inventory->capacity = inventory->capacity
						      ? 2 * inventory->capacity
						      : 4;
			inventory->articles = realloc(inventory->articles,
				inventory->capacity *
					sizeof *inventory->articles);
		}
		article = &inventory->articles[inventory->count++];
		article->number = strdup(number);
		article->stock = 0;
	}
	article->stock += pieces;
	return (int)article->stock;
}

static void inventory_free(struct inventory *inventory)
{
	for (size_t i = 0; i < inventory->count; i++)
		free(inventory->articles[i].number);
	free(inventory->articles);
}
