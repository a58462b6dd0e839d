/* SPDX-License-Identifier: MIT
 * The word counter of figure 4.1 of the PerfFuzz chapter. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_SIZE 1001

struct entry {
	char *key;
	int value;
	struct entry *next;
};

static struct entry *table[TABLE_SIZE];

/* In 64 bits "brown_fox" and "dog" share bucket 545, as the text says; in the
 * figure's unsigned int they do not. */
static unsigned compute_hash(const char *word)
{
	uint64_t hash = 0;

	for (const char *p = word; *p; p++)
		hash = 31 * hash + (unsigned char)*p;
	return hash % TABLE_SIZE;
}

static struct entry *new_entry(const char *word, struct entry *next)
{
	struct entry *entry = malloc(sizeof *entry);

	entry->key = strdup(word);
	entry->value = 1;
	entry->next = next;
	return entry;
}

static void add_word(const char *word)
{
	unsigned bucket = compute_hash(word);
	struct entry *e = table[bucket];

	while (e) {
		if (strcmp(e->key, word) == 0) {
			e->value++;
			return;
		} else {
			e = e->next; /* traverse */
		}
	}
	table[bucket] = new_entry(word, table[bucket]);
}

__attribute__((disable_sanitizer_instrumentation)) static void forget_words(
	void)
{
	for (int i = 0; i < TABLE_SIZE; i++)
		while (table[i]) {
			struct entry *gone = table[i];
			table[i] = gone->next;
			free(gone->key);
			free(gone);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	for (char *word = strtok(text, " \t\n"); word;
		word = strtok(NULL, " \t\n"))
		add_word(word);
	free(text);
	forget_words();
	return 0;
}
