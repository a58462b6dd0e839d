/* SPDX-License-Identifier: MIT
 * A set of numbers in an array; compiled without debug information. */
#include <stddef.h>
#include <stdlib.h>

struct id_set {
	long *id;
	size_t count, room;
};

struct id_set *id_set_new(void)
{
	return calloc(1, sizeof(struct id_set));
}

static int has(const struct id_set *set, long id)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->id[i] == id)
			return 1;
	return 0;
}

int id_set_insert(struct id_set *set, long id)
{
	if (has(set, id))
		return 0;
	if (set->count == set->room) {
		set->room = set->room != 0 ? 2 * set->room : 4;
		set->id = realloc(set->id, set->room * sizeof *set->id);
	}
	set->id[set->count++] = id;
	return 1;
}

size_t id_set_size(const struct id_set *set)
{
	return set->count;
}

void id_set_free(struct id_set *set)
{
	free(set->id);
	free(set);
}
