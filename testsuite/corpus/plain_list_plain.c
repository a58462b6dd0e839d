/* SPDX-License-Identifier: MIT
 * A list of names; compiled without debug information. */
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	const char *name;
};

struct registry {
	struct entry *first;
};

struct registry *registry_new(void)
{
	return calloc(1, sizeof(struct registry));
}

void registry_add(struct registry *registry, const char *name)
{
	struct entry *entry = malloc(sizeof *entry);

	entry->name = name;
	entry->next = registry->first;
	registry->first = entry;
}

int registry_has(const struct registry *registry, const char *name)
{
	for (const struct entry *e = registry->first; e != NULL; e = e->next)
		if (strcmp(e->name, name) == 0)
			return 1;
	return 0;
}

void registry_free(struct registry *registry)
{
	while (registry->first != NULL) {
		struct entry *entry = registry->first;
		registry->first = entry->next;
		free(entry);
	}
	free(registry);
}
