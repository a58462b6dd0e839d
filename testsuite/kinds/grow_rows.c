/* SPDX-License-Identifier: MIT
 * A set of numbers that doubles its rows when it has as many members. */
#include <stdlib.h>

struct member {
	unsigned value, hash;
	struct member *next;
};

struct numbers {
	struct member **row;
	unsigned rows, count;
	struct member **all;
	unsigned room;
};

static void numbers_rehash(struct numbers *set)
{
	unsigned rows = set->rows ? 2 * set->rows : 4;

	free(set->row);
	set->row = calloc(rows, sizeof *set->row);
	set->rows = rows;
	for (unsigned i = 0; i < set->count; i++) {
		struct member **row = &set->row[set->all[i]->hash % rows];
		set->all[i]->next = *row;
		*row = set->all[i];
	}
}

void numbers_add(struct numbers *set, unsigned value)
{
	struct member *member = calloc(1, sizeof *member), **row;

	if (set->count == set->room) {
		set->room = set->room ? 2 * set->room : 4;
		set->all = realloc(set->all, set->room * sizeof *set->all);
	}
	if (set->count == set->rows)
		numbers_rehash(set);
	member->value = value;
	member->hash = value * 2654435761u >> 5;
	row = &set->row[member->hash % set->rows];
	member->next = *row;
	*row = member;
	set->all[set->count++] = member;
}

void numbers_fill(struct numbers *set, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		numbers_add(set, i * 3);
}

int main(int argc, char **argv)
{
	struct numbers set = {0};

	numbers_fill(&set, 3 * (unsigned)(argc > 1 ? atoi(argv[1]) : 24));
	for (unsigned i = 0; i < set.count; i++)
		free(set.all[i]);
	free(set.all);
	free(set.row);
	return 0;
}
