/* SPDX-License-Identifier: MIT
 * Names in a table of hashes that doubles. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

struct names {
	char **slot;
	size_t count, slots;
};

static size_t names_hash(const char *name)
{
	size_t hash = 14695981039346656037u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 1099511628211u;
	return hash;
}

/* Where NAME is, or would be. */
static char **names_find(const struct names *names, const char *name)
{
	size_t at = names_hash(name) % names->slots;

	while (names->slot[at] && strcmp(names->slot[at], name) != 0)
		at = (at + 1) % names->slots;
	return &names->slot[at];
}

static void names_make_slots(struct names *names, size_t slots)
{
	struct names larger = {calloc(slots, sizeof(char *)), 0, slots};

	for (size_t i = 0; i < names->slots; i++)
		if (names->slot[i])
			*names_find(&larger, names->slot[i]) = names->slot[i];
	free(names->slot);
	names->slot = larger.slot;
	names->slots = slots;
}

void names_add(struct names *names, const char *name)
{
	char **at;

	if (2 * names->count >= names->slots)
		names_make_slots(names, 2 * names->slots);
	at = names_find(names, name);
	if (*at)
		return;
	*at = strdup(name);
	names->count++;
}

struct names *names_new(void)
{
	struct names *names = calloc(1, sizeof *names);

	names_make_slots(names, 8);
	return names;
}

size_t names_count(const struct names *names)
{
	return names->count;
}

void names_free(struct names *names)
{
	for (size_t i = 0; i < names->slots; i++)
		free(names->slot[i]);
	free(names->slot);
	free(names);
}
