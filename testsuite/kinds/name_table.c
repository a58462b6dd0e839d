/* SPDX-License-Identifier: MIT
 * A hash table of names, compared without regard to case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
	char name[16];
	struct symbol *next;
};

struct names {
	struct symbol *row[64];
};

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int same_name(const char *a, const char *b)
{
	while (*a && lower((unsigned char)*a) == lower((unsigned char)*b)) {
		a++;
		b++;
	}
	return lower((unsigned char)*a) == lower((unsigned char)*b);
}

static unsigned hash_name(const char *name)
{
	unsigned hash = 5381;

	for (; *name; name++)
		hash = hash * 33 + (unsigned)lower((unsigned char)*name);
	return hash % 64;
}

struct symbol *names_intern(struct names *names, const char *name)
{
	unsigned row = hash_name(name);
	struct symbol *symbol = names->row[row];

	while (symbol && !same_name(symbol->name, name))
		symbol = symbol->next;
	if (!symbol) {
		symbol = calloc(1, sizeof *symbol);
		strncpy(symbol->name, name, sizeof symbol->name - 1);
		symbol->next = names->row[row];
		names->row[row] = symbol;
	}
	return symbol;
}

/* The same identifier is used over and over, as in a program. */
int names_read(struct names *names, char (*word)[16], int count)
{
	int found = 0;

	for (int i = 0; i < count; i++)
		found += names_intern(names, word[i * i / 2 % 3]) != NULL;
	return found;
}

int main(int argc, char **argv)
{
	char(*word)[16] = calloc(3, sizeof *word);
	struct names *names = calloc(1, sizeof *names);
	int found;

	strcpy(word[0], "counter");
	strcpy(word[1], "returnvalue");
	strcpy(word[2], "tmp");
	found = names_read(names, word, argc > 1 ? atoi(argv[1]) : 24);
	for (int i = 0; i < 64; i++)
		while (names->row[i]) {
			struct symbol *next = names->row[i]->next;
			free(names->row[i]);
			names->row[i] = next;
		}
	free(names);
	free(word);
	return found == 0;
}
