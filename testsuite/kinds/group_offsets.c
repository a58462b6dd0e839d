/* SPDX-License-Identifier: MIT
 * The place of each item is the sizes of those before it in its group. */
#include <stdlib.h>

struct item {
	int size, place;
	struct item *next;
};

struct group {
	struct item *first;
	struct group *next;
};

static int place_of(const struct group *g, const struct item *item)
{
	int place = 0;

	for (const struct item *i = g->first; i != item; i = i->next)
		place += i->size;
	return place;
}

__attribute__((noinline)) int group_place(struct group *groups)
{
	int last = 0;

	for (struct group *g = groups; g; g = g->next)
		for (struct item *i = g->first; i; i = i->next)
			last = i->place = place_of(g, i);
	return last;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, last;
	struct group *groups = NULL;

	for (int k = 0; k < 4; k++) {
		struct group *g = calloc(1, sizeof *g);
		g->next = groups;
		groups = g;
		for (int i = 0; i < n; i++) {
			struct item *item = calloc(1, sizeof *item);
			item->size = 1 + i % 5;
			item->next = g->first;
			g->first = item;
		}
	}
	last = group_place(groups);
	while (groups) {
		struct group *g = groups;
		groups = g->next;
		while (g->first) {
			struct item *item = g->first;
			g->first = item->next;
			free(item);
		}
		free(g);
	}
	return last < 0;
}
