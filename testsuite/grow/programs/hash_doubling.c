/* SPDX-License-Identifier: MIT
 * A table of hashes that doubles.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table {
	unsigned *slot;
	size_t slots, count;
};

static void table_put(struct table *table, unsigned hash);

static void table_grow(struct table *table)
{
	struct table larger = {calloc(2 * table->slots, sizeof(unsigned)),
		2 * table->slots, 0};
	for (size_t i = 0; i < table->slots; i++)
		if (table->slot[i])
			table_put(&larger, table->slot[i]);
	free(table->slot);
	*table = larger;
}

static void table_put(struct table *table, unsigned hash)
{
	size_t at;
	if (2 * table->count >= table->slots)
		table_grow(table);
	for (at = hash % table->slots; table->slot[at];
		at = (at + 1) % table->slots)
		;
	table->slot[at] = hash;
	table->count++;
}
