/* SPDX-License-Identifier: MIT
 * Paths with a long common beginning in a table that doubles.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct path {
	struct path *next;
	char name[1];
};
static struct path **row;
static size_t rows, path_count;

static size_t path_hash(const char *name)
{
	size_t hash = 5381;
	while (*name)
		hash = hash * 33 ^ (unsigned char)*name++;
	return hash;
}

static void paths_resize(size_t count)
{
	struct path **other = calloc(count, sizeof *other);
	for (size_t i = 0; i < rows; i++)
		for (struct path *each = row[i], *next; each; each = next) {
			size_t to = path_hash(each->name) % count;
			next = each->next;
			each->next = other[to];
			other[to] = each;
		}
	free(row);
	row = other;
	rows = count;
}

static struct path *paths_add(const char *name)
{
	struct path *each;
	size_t at;
	if (path_count >= rows)
		paths_resize(2 * rows + 7);
	at = path_hash(name) % rows;
	for (each = row[at]; each; each = each->next)
		if (!strcmp(each->name, name))
			return each;
	each = malloc(sizeof *each + strlen(name));
	strcpy(each->name, name);
	each->next = row[at];
	row[at] = each;
	path_count++;
	return each;
}
