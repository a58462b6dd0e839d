/* SPDX-License-Identifier: MIT
 * Counts words in a hash table that also remembers the order of arrival. */
#ifndef WORD_COUNT_TABLE_H
#define WORD_COUNT_TABLE_H

#include <stddef.h>

#define TABLE_BUCKETS 64

struct entry {
	char *word;
	unsigned count;
	struct entry *next_in_bucket;
	struct entry *next; /* the word that was first seen after this one */
};

struct table {
	struct entry *bucket[TABLE_BUCKETS];
	struct entry *first;
	struct entry *last;
	size_t words; /* different ones */
};

void table_init(struct table *table);
void table_release(struct table *table);

/* Counts WORD once more. Returns 0, or -1 when memory ran out. */
int table_add(struct table *table, const char *word);

/* NULL if WORD was never added. */
const struct entry *table_find(const struct table *table, const char *word);

/* How many of the COUNT words in WORDS the table holds: two ways to do it.
 * The second looks each one up, the first searches the list for each. */
size_t table_count_known(
	const struct table *table, const char *const *words, size_t count);
size_t table_count_known_hashed(
	const struct table *table, const char *const *words, size_t count);

#endif
