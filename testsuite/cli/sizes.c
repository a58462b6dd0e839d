/* SPDX-License-Identifier: MIT
 * A test of a parameter, for tests of recording at several sizes: sizes VERB COUNT.
 * Both verbs search a list for each of COUNT keys; that of `table` always has five
 * entries, that of `list` has COUNT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	long key;
};

static __attribute__((noinline)) struct entry *make_entries(long count)
{
	struct entry *first = NULL;

	for (long i = 0; i < count; i++) {
		struct entry *entry = malloc(sizeof(*entry));
		entry->next = first;
		entry->key = i;
		first = entry;
	}
	return first;
}

static __attribute__((noinline)) int has_key(struct entry *entry, long key)
{
	for (; entry != NULL; entry = entry->next)
		if (entry->key == key)
			return 1;
	return 0;
}

static __attribute__((noinline)) long count_known(
	struct entry *known, const long *key, long count)
{
	long found = 0;

	for (long i = 0; i < count; i++)
		found += has_key(known, key[i]);
	return found;
}

int main(int argc, char **argv)
{
	long count = argc > 2 ? atol(argv[2]) : 8;
	int is_table = argc > 1 && strcmp(argv[1], "table") == 0;
	struct entry *known = make_entries(is_table ? 5 : count);
	long *key = malloc((size_t)count * sizeof(*key));

	for (long i = 0; i < count; i++)
		key[i] = i * 7 % count;
	printf("%ld\n", count_known(known, key, count));
	free(key);
	while (known != NULL) {
		struct entry *next = known->next;
		free(known);
		known = next;
	}
	return 0;
}
