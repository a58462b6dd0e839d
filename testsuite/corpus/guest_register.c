/* SPDX-License-Identifier: MIT
 * Guests are looked up from the first entry of a register, which grows. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char name[16];
	int visits;
	struct entry *next;
};

struct book {
	int entries;
	struct entry *first;
};

static struct entry *look_up(struct entry *at, const char *name)
{
	while (at != NULL && strcmp(at->name, name) != 0)
		at = at->next;
	return at;
}

void book_visits(struct book *book, const char *const *name, int count)
{
	for (int i = 0; i < count; i++) {
		struct entry *guest = look_up(book->first, name[i]);
		if (guest == NULL) {
			guest = calloc(1, sizeof *guest);
			strncpy(guest->name, name[i], sizeof guest->name - 1);
			guest->next = book->first;
			book->first = guest;
			book->entries++;
		}
		guest->visits++;
	}
}

int main(void)
{
	static const char *const name[] = {"ann", "bob", "cid", "dot", "eve",
		"flo", "gus", "hal", "ida", "jon", "ann", "bob"};
	struct book book = {0, NULL};

	book_visits(&book, name, 12);
	assert(book.entries == 10);
	while (book.first != NULL) {
		struct entry *next = book.first->next;
		free(book.first);
		book.first = next;
	}
	return 0;
}
