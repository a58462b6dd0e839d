/* SPDX-License-Identifier: MIT
 * A graph is searched in depth; what a test gives as a visitor keeps a list of what it has
 * been given, and appends to its end by a walk. */
#include <stdlib.h>

struct node {
	int count, is_seen;
	struct node *to[3];
};

struct record {
	struct record *next;
	const struct node *node;
};

struct search {
	void (*enter)(const struct node *node, void *data);
	void *data;
};

__attribute__((noinline)) void graph_search(
	const struct search *search, struct node *node)
{
	node->is_seen = 1;
	search->enter(node, search->data);
	for (int i = 0; i < node->count; i++)
		if (!node->to[i]->is_seen)
			graph_search(search, node->to[i]);
}

__attribute__((noinline)) void test_enter(const struct node *node, void *data)
{
	struct record **at = data;

	while (*at)
		at = &(*at)->next;
	*at = calloc(1, sizeof **at);
	(*at)->node = node;
}

__attribute__((noinline)) void test_search(int count)
{
	struct node *node = calloc((size_t)count, sizeof *node);
	struct record *first = NULL;
	struct search search = {test_enter, &first};
	int found = 0;

	for (int i = 0; i < count; i++) {
		node[i].to[node[i].count++] = &node[(i * 5 + 1) % count];
		node[i].to[node[i].count++] = &node[(i + 1) % count];
	}
	graph_search(&search, node);
	while (first) {
		struct record *record = first;
		first = record->next;
		free(record);
		found++;
	}
	if (found != count)
		abort();
	free(node);
}

int main(int argc, char **argv)
{
	test_search(argc > 1 ? atoi(argv[1]) : 16);
	return 0;
}
