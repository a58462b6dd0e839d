/* SPDX-License-Identifier: MIT
 * A hash table of chains with a hash that is always the same for keys like these. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 8

struct entry {
	struct entry *next;
	const char *key;
	int value;
};

struct table {
	struct entry *bucket[BUCKETS];
	int count;
};

static unsigned hash(const char *key)
{
	return (unsigned)strlen(key) % BUCKETS;
}

struct entry *table_put(struct table *table, const char *key, int value)
{
	struct entry **place = &table->bucket[hash(key)];

	while (*place != NULL && strcmp((*place)->key, key) != 0)
		place = &(*place)->next;
	if (*place == NULL) {
		*place = calloc(1, sizeof **place);
		(*place)->key = key;
		table->count++;
	}
	(*place)->value = value;
	return *place;
}

void table_load(struct table *table, const char *const *key, int count)
{
	for (int i = 0; i < count; i++)
		table_put(table, key[i], i);
}

void table_free(struct table *table)
{
	for (int i = 0; i < BUCKETS; i++)
		while (table->bucket[i] != NULL) {
			struct entry *next = table->bucket[i]->next;
			free(table->bucket[i]);
			table->bucket[i] = next;
		}
	free(table);
}

int main(void)
{
	static const char *const key[] = {"rock", "tree", "leaf", "bird",
		"frog", "lake", "wind", "rain", "snow"};
	struct table *table = calloc(1, sizeof *table);

	table_load(table, key, 9);
	assert(table->count == 9);
	assert(table_put(table, "frog", 1)->value == 1);
	table_free(table);
	return 0;
}
