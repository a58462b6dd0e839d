/* SPDX-License-Identifier: MIT
 * Its test. */
#include "phonebook.c"
#include <assert.h>
#include <stdio.h>

static void fill(struct book *book, int people)
{
	char name[24];

	for (int i = 0; i < people; i++) {
		snprintf(name, sizeof name, "person%d", i);
		book_put(book, name, 1000 + i);
	}
}

static void test_many_people(void)
{
	struct book book = {0};

	fill(&book, 25);
	assert(book.used == 25);
	assert(book_find(&book, "person7")->number == 1007);
	free(book.entry);
}

int main(void)
{
	test_many_people();
	puts("ok");
	return 0;
}
