/* SPDX-License-Identifier: MIT
 * A chained hash table of strings made by snprintf: hash [KEYS [ROUNDS]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct entry {
	struct entry *next;
	unsigned long count;
	char key[];
};

static unsigned hash(const char *key)
{
	unsigned hash = 2166136261u;
	for (; *key != '\0'; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash;
}

static struct entry *find_or_add(struct entry **table, const char *key)
{
	struct entry **bucket = &table[hash(key) % BUCKETS];
	for (struct entry *entry = *bucket; entry != NULL; entry = entry->next)
		if (strcmp(entry->key, key) == 0)
			return entry;
	struct entry *entry = malloc(sizeof(*entry) + strlen(key) + 1);
	if (entry == NULL)
		abort();
	entry->next = *bucket;
	entry->count = 0;
	strcpy(entry->key, key);
	return *bucket = entry;
}

int main(int argc, char **argv)
{
	int keys = argc > 1 ? atoi(argv[1]) : 12000;
	int rounds = argc > 2 ? atoi(argv[2]) : 40;
	struct entry **table = calloc(BUCKETS, sizeof(*table));
	unsigned long total = 0;

	for (int round = 0; round < rounds; round++)
		for (int i = 0; i < keys; i++) {
			char key[32];
			snprintf(key, sizeof(key), "key-%d-%x", i % 97, i);
			total += ++find_or_add(table, key)->count;
		}
	printf("%lu\n", total);
	return 0;
}
