/* SPDX-License-Identifier: MIT
 * Names and numbers in an array: each is looked up before it is put.
 * label: grows book_find n^2 */
#include <stdlib.h>
#include <string.h>

struct entry {
	char name[24];
	int number;
};

struct book {
	struct entry *entry;
	size_t used, room;
};

struct entry *book_find(struct book *book, const char *name)
{
	for (size_t i = 0; i < book->used; i++)
		if (strcmp(book->entry[i].name, name) == 0)
			return &book->entry[i];
	return NULL;
}

void book_put(struct book *book, const char *name, int number)
{
	struct entry *entry = book_find(book, name);

	if (!entry) {
		if (book->used == book->room) {
			book->room = book->room ? 2 * book->room : 8;
			book->entry = realloc(
				book->entry, book->room * sizeof *book->entry);
		}
		entry = &book->entry[book->used++];
		strncpy(entry->name, name, sizeof entry->name - 1);
		entry->name[sizeof entry->name - 1] = 0;
	}
	entry->number = number;
}
