/* SPDX-License-Identifier: MIT
 * Hash table from two words to a pointer; open addressing, entries stay until
 * the table goes. Zero-initialise it. */
#ifndef RETREAD_LIB_TABLE_H
#define RETREAD_LIB_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table_entry {
	uint64_t high;
	uint64_t low;
	void *value; /* NULL: free */
};

struct table {
	struct table_entry *entry;
	size_t capacity; /* power of two, or 0 */
	size_t count;
};

/* The value's place for the key (HIGH, LOW); *place is NULL when it is new:
 * fill it before the next call. The place moves with the next new key. */
void **table_place(struct table *table, uint64_t high, uint64_t low);

/* The value of the key or NULL. */
void *table_find(const struct table *table, uint64_t high, uint64_t low);

void table_release(struct table *table);

static inline uint64_t table_mix(uint64_t high, uint64_t low)
{
	uint64_t hash =
		(high ^ (low << 32 | low >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
	hash ^= hash >> 29;
	hash = (hash + low) * UINT64_C(0xbf58476d1ce4e5b9);
	return hash ^ hash >> 32;
}

/* Asks for the memory where the key will be looked for: of several keys, before the first is. */
static inline void table_fetch(
	const struct table *table, uint64_t high, uint64_t low)
{
	if (table->capacity != 0)
		__builtin_prefetch(&table->entry[table_mix(high, low) &
						 (table->capacity - 1)]);
}

#endif
