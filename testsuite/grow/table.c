/* SPDX-License-Identifier: MIT
 * A list of names with a search that grows, and marks with one that does not. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct name {
	struct name *next;
	char *text;
};

struct table {
	struct name *first;
	size_t count;
	int marks[64];
};

struct table *table_new(void)
{
	return calloc(1, sizeof(struct table));
}

void table_free(struct table *table)
{
	while (table->first) {
		struct name *next = table->first->next;
		free(table->first->text);
		free(table->first);
		table->first = next;
	}
	free(table);
}

static int table_has(const struct table *table, const char *text)
{
	for (const struct name *each = table->first; each; each = each->next)
		if (!strcmp(each->text, text)) /* grows */
			return 1;
	return 0;
}

void table_add(struct table *table, const char *name)
{
	struct name *added;

	if (table_has(table, name))
		return;
	added = malloc(sizeof *added);
	added->text = strdup(name);
	added->next = table->first;
	table->first = added;
	table->count++;
}

void table_parse(struct table *table, const char *list)
{
	char name[32];
	size_t length;

	for (; *list; list += length) {
		list += strspn(list, ", ");
		length = strcspn(list, ", ");
		if (length == 0 || length >= sizeof name)
			continue;
		memcpy(name, list, length);
		name[length] = '\0';
		table_add(table, name);
	}
}

void table_mark(struct table *table, int number)
{
	for (int i = 0; i < 64; i++)
		if (i == number % 64)
			table->marks[i]++;
}

size_t table_count(const struct table *table)
{
	return table->count;
}

void table_print_pairs(const struct table *table)
{
	for (const struct name *a = table->first; a; a = a->next)
		for (const struct name *b = table->first; b; b = b->next)
			printf("%s %s\n", a->text, b->text); /* output */
}
