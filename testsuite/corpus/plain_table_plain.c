/* SPDX-License-Identifier: MIT
 * A hash table that counts words; compiled without debug information. */
#include <stdlib.h>
#include <string.h>

#define BUCKETS 64

struct entry {
	struct entry *next;
	const char *word;
	int times;
};

struct counter {
	struct entry *bucket[BUCKETS];
};

struct counter *counter_new(void)
{
	return calloc(1, sizeof(struct counter));
}

int counter_add(struct counter *counter, const char *word)
{
	unsigned hash = 5381;
	struct entry **entry;

	for (const char *c = word; *c != '\0'; c++)
		hash = 33 * hash + (unsigned char)*c;
	entry = &counter->bucket[hash % BUCKETS];
	while (*entry != NULL && strcmp((*entry)->word, word) != 0)
		entry = &(*entry)->next;
	if (*entry == NULL) {
		*entry = calloc(1, sizeof **entry);
		(*entry)->word = word;
	}
	return ++(*entry)->times;
}

void counter_free(struct counter *counter)
{
	for (int i = 0; i < BUCKETS; i++)
		while (counter->bucket[i] != NULL) {
			struct entry *entry = counter->bucket[i];
			counter->bucket[i] = entry->next;
			free(entry);
		}
	free(counter);
}
