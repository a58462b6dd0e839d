/* SPDX-License-Identifier: MIT
 * Names are kept once, in a table that doubles.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct intern {
	char **names;
	size_t size, used;
};

static size_t intern_at(char **names, size_t size, const char *name)
{
	size_t hash = 14695981039346656037u;
	for (const char *p = name; *p; p++)
		hash = (hash ^ (unsigned char)*p) * 1099511628211u;
	for (hash ^= hash >> 29; names[hash & (size - 1)]; hash++)
		if (!strcmp(names[hash & (size - 1)], name))
			break;
	return hash & (size - 1);
}

const char *intern(struct intern *table, const char *name)
{
	size_t at;
	if (2 * table->used >= table->size) {
		size_t size = table->size ? 2 * table->size : 8;
		char **names = calloc(size, sizeof *names);
		for (size_t i = 0; i < table->size; i++)
			if (table->names[i])
				names[intern_at(names, size, table->names[i])] =
					table->names[i];
		free(table->names);
		table->names = names;
		table->size = size;
	}
	at = intern_at(table->names, table->size, name);
	if (!table->names[at]) {
		table->names[at] = strdup(name);
		table->used++;
	}
	return table->names[at];
}
