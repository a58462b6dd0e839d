/* SPDX-License-Identifier: MIT
 * Hash table from two words to a pointer. */
#include "config.h"

#include "lib/table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

static struct table_entry *lib_probe(
	const struct table *table, uint64_t high, uint64_t low)
{
	size_t mask = table->capacity - 1;
	size_t i = table_mix(high, low) & mask;

	while (table->entry[i].value &&
		(table->entry[i].high != high || table->entry[i].low != low))
		i = (i + 1) & mask;
	return &table->entry[i];
}

static void lib_grow(struct table *table)
{
	struct table old = *table;

	table->capacity = old.capacity ? 2 * old.capacity : 16;
	table->entry = memory_alloc_zero(table->capacity, sizeof *table->entry);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.entry[i].value)
			*lib_probe(table, old.entry[i].high, old.entry[i].low) =
				old.entry[i];
	free(old.entry);
}

void **table_place(struct table *table, uint64_t high, uint64_t low)
{
	struct table_entry *entry;

	if (4 * (table->count + 1) > 3 * table->capacity)
		lib_grow(table);
	entry = lib_probe(table, high, low);
	if (!entry->value) {
		entry->high = high;
		entry->low = low;
		table->count++;
	}
	return &entry->value;
}

void *table_find(const struct table *table, uint64_t high, uint64_t low)
{
	return table->capacity == 0 ? NULL : lib_probe(table, high, low)->value;
}

void table_release(struct table *table)
{
	free(table->entry);
	memset(table, 0, sizeof *table);
}
