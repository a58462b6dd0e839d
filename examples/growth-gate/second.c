/* SPDX-License-Identifier: MIT
 * Names in an array that doubles; a name that is there is not added again. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

struct names {
	char **name;
	size_t count, capacity;
};

static int names_has(const struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->name[i], name))
			return 1;
	return 0;
}

void names_add(struct names *names, const char *name)
{
	if (names_has(names, name))
		return;
	if (names->count == names->capacity) {
		names->capacity = 2 * names->capacity + 8;
		names->name = realloc(names->name,
			names->capacity * sizeof *names->name);
	}
	names->name[names->count++] = strdup(name);
}

struct names *names_new(void)
{
	return calloc(1, sizeof(struct names));
}

size_t names_count(const struct names *names)
{
	return names->count;
}

void names_free(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names->name);
	free(names);
}
