/* SPDX-License-Identifier: MIT
 * A set of names whose table is made anew, one larger, for each name.
 * label: grows set_resize n^2 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	char **slots;
	size_t size, used;
} set;

static size_t set_slot(char **slots, size_t size, const char *name)
{
	uint32_t hash = 5381;
	for (const char *p = name; *p; p++)
		hash = hash * 33 ^ (unsigned char)*p;
	size_t at = hash % size;
	while (slots[at] && strcmp(slots[at], name))
		at = (at + 1) % size;
	return at;
}

static void set_resize(set *s, size_t size)
{
	char **slots = calloc(size, sizeof *slots);
	for (size_t i = 0; i < s->size; i++)
		if (s->slots[i])
			slots[set_slot(slots, size, s->slots[i])] = s->slots[i];
	free(s->slots);
	s->slots = slots;
	s->size = size;
}

int set_has(const set *s, const char *name)
{
	return s->size && s->slots[set_slot(s->slots, s->size, name)];
}

void set_add(set *s, const char *name)
{
	if (set_has(s, name))
		return;
	set_resize(s, 2 * (s->used + 1));
	s->slots[set_slot(s->slots, s->size, name)] = strdup(name);
	s->used++;
}
