/* SPDX-License-Identifier: MIT
 * A list of things to do with a pointer to its end.
 * label: linear */
#include <stdlib.h>
#include <string.h>

typedef struct todo {
	char *title;
	int done;
	struct todo *next;
} todo_t;

typedef struct {
	todo_t *first, *last;
	int open;
} todos_t;

void todo_add(todos_t *list, const char *title)
{
	todo_t *item = calloc(1, sizeof *item);
	item->title = malloc(strlen(title) + 1);
	strcpy(item->title, title);
	if (list->last)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	list->open++;
}

void todo_free(todos_t *list)
{
	todo_t *item = list->first;
	while (item) {
		todo_t *next = item->next;
		free(item->title);
		free(item);
		item = next;
	}
}
