/* SPDX-License-Identifier: MIT
 * A test of a parameter, for tests of recording at several sizes: sizes VERB COUNT.
 * All verbs search a list for each of COUNT keys; that of `table` always has five
 * entries, that of `list` has COUNT, and `threads` has four threads do the same. */
#include <pthread.h>
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

static void search(long count, long entries)
{
	struct entry *known = make_entries(entries);
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
}

static void *run_thread(void *count)
{
	search(*(long *)count, *(long *)count);
	return NULL;
}

static void search_in_threads(long count)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, run_thread, &count);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "list";
	long count = argc > 2 ? atol(argv[2]) : 8;

	if (strcmp(verb, "threads") == 0)
		search_in_threads(count);
	else
		search(count, strcmp(verb, "table") == 0 ? 5 : count);
	return 0;
}
