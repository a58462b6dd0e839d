/* SPDX-License-Identifier: MIT
 * A linked list with an index; compiled without debug information. */
#include <stdlib.h>

struct link {
	struct link *next;
	int value;
};

struct chain {
	struct link *first;
	int count;
};

struct chain *chain_new(int count)
{
	struct chain *chain = calloc(1, sizeof *chain);

	chain->count = count;
	while (count-- > 0) {
		struct link *link = malloc(sizeof *link);
		*link = (struct link){chain->first, count};
		chain->first = link;
	}
	return chain;
}

int chain_get(const struct chain *chain, int index)
{
	const struct link *link = chain->first;

	while (index-- > 0)
		link = link->next;
	return link->value;
}

int chain_count(const struct chain *chain)
{
	return chain->count;
}

void chain_free(struct chain *chain)
{
	while (chain->first != NULL) {
		struct link *link = chain->first;
		chain->first = link->next;
		free(link);
	}
	free(chain);
}
