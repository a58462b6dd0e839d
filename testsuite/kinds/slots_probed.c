/* SPDX-License-Identifier: MIT
 * A table of numbers in one array of slots, made by a macro, that doubles it. */
#include <stdlib.h>

#define TABLE_DEFINE(name, type)                                               \
	struct slot_##name {                                                   \
		type key;                                                      \
		void *value;                                                   \
	};                                                                     \
                                                                               \
	struct table_##name {                                                  \
		struct slot_##name *slot;                                      \
		unsigned capacity, used;                                       \
	};                                                                     \
                                                                               \
	static struct slot_##name *slot_##name##_of(                           \
		struct table_##name *table, type key)                          \
	{                                                                      \
		unsigned at = (unsigned)key;                                   \
                                                                               \
		while (table->slot[at & (table->capacity - 1)].key)            \
			at++;                                                  \
		return &table->slot[at & (table->capacity - 1)];               \
	}                                                                      \
                                                                               \
	static void table_##name##_double(struct table_##name *table)          \
	{                                                                      \
		struct table_##name larger = {                                 \
			calloc(2 * table->capacity, sizeof *larger.slot),      \
			2 * table->capacity, table->used};                     \
                                                                               \
		for (unsigned i = 0; i < table->capacity; i++)                 \
			if (table->slot[i].key)                                \
				*slot_##name##_of(&larger,                     \
					table->slot[i].key) = table->slot[i];  \
		free(table->slot);                                             \
		*table = larger;                                               \
	}                                                                      \
                                                                               \
	void table_##name##_put(                                               \
		struct table_##name *table, type key, void *value)             \
	{                                                                      \
		if (4 * (table->used + 1) > 3 * table->capacity)               \
			table_##name##_double(table);                          \
		*slot_##name##_of(table, key) =                                \
			(struct slot_##name){key, value};                      \
		table->used++;                                                 \
	}                                                                      \
                                                                               \
	void table_##name##_fill(struct table_##name *table, unsigned count)   \
	{                                                                      \
		for (unsigned i = 1; i <= count; i++)                          \
			table_##name##_put(table, (type)i, table);             \
	}

TABLE_DEFINE(ints, int)
TABLE_DEFINE(longs, long)

int main(int argc, char **argv)
{
	unsigned count = 40 * (unsigned)(argc > 1 ? atoi(argv[1]) : 24);
	struct table_ints ints = {calloc(16, sizeof *ints.slot), 16, 0};
	struct table_longs longs = {calloc(16, sizeof *longs.slot), 16, 0};

	table_ints_fill(&ints, count);
	table_longs_fill(&longs, count);
	free(ints.slot);
	free(longs.slot);
	return 0;
}
