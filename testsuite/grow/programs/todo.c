/* SPDX-License-Identifier: MIT
 * A list of things to do, appended to at its end, which is walked to.
 * label: grows todo_add n^2 */
#include <stdlib.h>
#include <string.h>

typedef struct todo {
	char *title;
	int done;
	struct todo *next;
} todo_t;

void todo_add(todo_t **list, const char *title)
{
	todo_t *item = calloc(1, sizeof *item);
	item->title = malloc(strlen(title) + 1);
	strcpy(item->title, title);
	while (*list)
		list = &(*list)->next;
	*list = item;
}

int todo_count_open(const todo_t *list)
{
	int open = 0;
	for (; list; list = list->next)
		open += !list->done;
	return open;
}

void todo_free(todo_t *list)
{
	while (list) {
		todo_t *next = list->next;
		free(list->title);
		free(list);
		list = next;
	}
}
