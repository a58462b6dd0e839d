/* SPDX-License-Identifier: MIT
 * After each book a test verifies that a shelf, a list both ways, is linked as it should be. */
#include <stdlib.h>

struct book {
	struct book *left, *right;
	int number;
};

struct shelf {
	struct book *first, *last;
	int count;
};

__attribute__((noinline)) void shelf_put(struct shelf *shelf, int number)
{
	struct book *book = calloc(1, sizeof *book);

	book->number = number;
	book->left = shelf->last;
	if (shelf->last)
		shelf->last->right = book;
	else
		shelf->first = book;
	shelf->last = book;
	shelf->count++;
}

__attribute__((noinline)) int shelf_verify(const struct shelf *shelf)
{
	const struct book *left = NULL;
	int count = 0;

	for (const struct book *book = shelf->first; book; book = book->right) {
		if (book->left != left)
			return 0;
		left = book;
		count++;
	}
	return count == shelf->count && left == shelf->last;
}

__attribute__((noinline)) void test_shelf_put(int books)
{
	struct shelf shelf = {0};

	for (int i = 0; i < books; i++) {
		shelf_put(&shelf, i);
		if (!shelf_verify(&shelf))
			abort();
	}
	while (shelf.first) {
		struct book *right = shelf.first->right;
		free(shelf.first);
		shelf.first = right;
	}
}

int main(int argc, char **argv)
{
	test_shelf_put(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
