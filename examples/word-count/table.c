/* SPDX-License-Identifier: MIT
 * Counts words in a hash table that also remembers the order of arrival. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const char *word)
{
	size_t value = 5381;

	while (*word)
		value = value * 33 + (unsigned char)*word++;
	return value % TABLE_BUCKETS;
}

void table_init(struct table *table)
{
	memset(table, 0, sizeof *table);
}

void table_release(struct table *table)
{
	struct entry *entry = table->first;

	while (entry) {
		struct entry *next = entry->next;

		free(entry->word);
		free(entry);
		entry = next;
	}
	table_init(table);
}

const struct entry *table_find(const struct table *table, const char *word)
{
	const struct entry *entry = table->bucket[hash(word)];

	while (entry && strcmp(entry->word, word) != 0)
		entry = entry->next_in_bucket;
	return entry;
}

static struct entry *new_entry(const char *word)
{
	struct entry *entry = calloc(1, sizeof *entry);

	if (!entry)
		return NULL;
	entry->word = strdup(word);
	if (!entry->word) {
		free(entry);
		return NULL;
	}
	return entry;
}

int table_add(struct table *table, const char *word)
{
	struct entry *entry = (struct entry *)table_find(table, word);
	struct entry **bucket = &table->bucket[hash(word)];

	if (!entry) {
		entry = new_entry(word);
		if (!entry)
			return -1;
		entry->next_in_bucket = *bucket;
		*bucket = entry;
		if (table->last)
			table->last->next = entry;
		else
			table->first = entry;
		table->last = entry;
		table->words++;
	}
	entry->count++;
	return 0;
}

/* Searches the words in their order of arrival. */
static int is_listed(const struct table *table, const char *word)
{
	const struct entry *entry;

	for (entry = table->first; entry; entry = entry->next)
		if (strcmp(entry->word, word) == 0)
			return 1;
	return 0;
}

/* Quadratic: walks the whole list again for each of the words. */
size_t table_count_known(
	const struct table *table, const char *const *words, size_t count)
{
	size_t known = 0, i;

	for (i = 0; i < count; i++)
		known += is_listed(table, words[i]);
	return known;
}

/* Linear: each word costs one look into its bucket. */
size_t table_count_known_hashed(
	const struct table *table, const char *const *words, size_t count)
{
	size_t known = 0, i;

	for (i = 0; i < count; i++)
		known += table_find(table, words[i]) != NULL;
	return known;
}
