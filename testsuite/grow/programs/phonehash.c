/* SPDX-License-Identifier: MIT
 * The same with a table that doubles.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct slot {
	char name[24];
	int number;
};

struct table {
	struct slot *slot;
	size_t used, room;
};

static size_t hash(const char *name)
{
	size_t h = 1469598103u;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 1099511628211u;
	return h ^ h >> 29;
}

static struct slot *table_at(struct table *table, const char *name)
{
	size_t i = hash(name) % table->room;

	while (table->slot[i].name[0] && strcmp(table->slot[i].name, name))
		i = (i + 1) % table->room;
	return &table->slot[i];
}

void table_put(struct table *table, const char *name, int number)
{
	struct slot *slot;

	if (2 * table->used >= table->room) {
		struct table larger = {
			NULL, table->used, table->room ? 2 * table->room : 16};
		larger.slot = calloc(larger.room, sizeof *larger.slot);
		for (size_t i = 0; i < table->room; i++)
			if (table->slot[i].name[0])
				*table_at(&larger, table->slot[i].name) =
					table->slot[i];
		free(table->slot);
		*table = larger;
	}
	slot = table_at(table, name);
	table->used += !slot->name[0];
	strncpy(slot->name, name, sizeof slot->name - 1);
	slot->number = number;
}
