/* SPDX-License-Identifier: MIT
 * A list of numbers and its test, which looks for the same ones again and again and
 * adds two meanwhile. */
#include <assert.h>
#include <stdlib.h>

struct person {
	int number;
	struct person *next;
};

struct phone_book {
	struct person *first, **end;
};

void phone_book_add(struct phone_book *book, int number)
{
	struct person *person = malloc(sizeof *person);

	*person = (struct person){number, NULL};
	*book->end = person;
	book->end = &person->next;
}

const struct person *phone_book_find(const struct phone_book *book, int number)
{
	const struct person *person = book->first;

	while (person != NULL && person->number != number)
		person = person->next;
	return person;
}

void test_what_is_missing_is_not_found(void)
{
	struct phone_book book = {NULL, &book.first};

	for (int i = 0; i < 6; i++)
		phone_book_add(&book, i);
	for (int i = 0; i < 12; i++) {
		assert(phone_book_find(&book, 100 + i) == NULL);
		if (i == 4 || i == 8)
			phone_book_add(&book, i + 10);
	}
	while (book.first != NULL) {
		struct person *next = book.first->next;
		free(book.first);
		book.first = next;
	}
}

int main(void)
{
	test_what_is_missing_is_not_found();
	return 0;
}
