/* SPDX-License-Identifier: MIT
 * Visits keys by a function that is called for each; index I is looked for so. */
#include <stdlib.h>

struct key {
	struct key *next;
	long value;
};

typedef int visit(const struct key *key, void *data);

void keys_visit(const struct key *key, visit *visit, void *data)
{
	for (; key; key = key->next)
		if (visit(key, data))
			return;
}

struct search {
	int left, looked;
	long found;
};

static int search_visit(const struct key *key, void *data)
{
	struct search *search = data;

	search->looked++;
	if (search->left-- > 0)
		return 0;
	search->found = key->value;
	return 1;
}

long keys_sum(const struct key *keys, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++) {
		struct search search = {i, 0, 0};
		keys_visit(keys, search_visit, &search);
		sum += search.found;
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct key *keys = NULL;
	long sum;

	for (int i = 0; i < n; i++) {
		struct key *key = malloc(sizeof *key);
		key->next = keys;
		key->value = i + 1;
		keys = key;
	}
	sum = keys_sum(keys, n);
	while (keys) {
		struct key *next = keys->next;
		free(keys);
		keys = next;
	}
	return sum == 0;
}
