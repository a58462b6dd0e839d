/* SPDX-License-Identifier: MIT
 * Symbols in a hash table that doubles.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct symbol {
	struct symbol *next;
	unsigned hash;
	int value;
	char name[24];
};

struct symtab {
	struct symbol **buckets;
	unsigned size, used;
};

static unsigned hash_name(const char *name)
{
	unsigned h = 5381;
	for (; *name; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

static void symtab_resize(struct symtab *t, unsigned size)
{
	struct symbol **buckets = calloc(size, sizeof *buckets);

	for (unsigned i = 0; i < t->size; i++) {
		struct symbol *s = t->buckets[i], *next;
		for (; s; s = next) {
			next = s->next;
			s->next = buckets[s->hash % size];
			buckets[s->hash % size] = s;
		}
	}
	free(t->buckets);
	t->buckets = buckets;
	t->size = size;
}

void symtab_define(struct symtab *t, const char *name, int value)
{
	struct symbol *s = calloc(1, sizeof *s);

	if (t->used >= t->size)
		symtab_resize(t, t->size ? 2 * t->size + 1 : 7);
	strncpy(s->name, name, sizeof s->name - 1);
	s->hash = hash_name(name);
	s->value = value;
	s->next = t->buckets[s->hash % t->size];
	t->buckets[s->hash % t->size] = s;
	t->used++;
}

int symtab_value(const struct symtab *t, const char *name)
{
	unsigned h = hash_name(name);
	for (struct symbol *s = t->buckets[h % t->size]; s; s = s->next)
		if (s->hash == h && strcmp(s->name, name) == 0)
			return s->value;
	return -1;
}

void symtab_destroy(struct symtab *t)
{
	for (unsigned i = 0; i < t->size; i++)
		while (t->buckets[i]) {
			struct symbol *s = t->buckets[i];
			t->buckets[i] = s->next;
			free(s);
		}
	free(t->buckets);
}
