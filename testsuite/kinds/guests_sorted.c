/* SPDX-License-Identifier: MIT
 * A list that is kept in order by a test's comparator is gone through from its beginning
 * for each guest: the test reads, but the list walks. */
#include <stdlib.h>

struct guest {
	struct guest *next;
	int table, seat;
};

struct list {
	struct guest *first;
	int (*compare)(const struct guest *a, const struct guest *b);
};

__attribute__((noinline)) void list_insert(
	struct list *list, struct guest *guest)
{
	struct guest **at = &list->first;

	while (*at && list->compare(*at, guest) < 0)
		at = &(*at)->next;
	guest->next = *at;
	*at = guest;
}

__attribute__((noinline)) int test_compare_guests(
	const struct guest *a, const struct guest *b)
{
	return a->table != b->table ? a->table - b->table : a->seat - b->seat;
}

__attribute__((noinline)) void test_insert(int count)
{
	struct list list = {NULL, test_compare_guests};
	int last = -1;

	for (int i = 0; i < count; i++) {
		struct guest *guest = calloc(1, sizeof *guest);
		guest->table = i / 4;
		guest->seat = i % 4;
		list_insert(&list, guest);
	}
	while (list.first) {
		struct guest *guest = list.first;
		int place = guest->table * 4 + guest->seat;
		if (place <= last)
			abort();
		last = place;
		list.first = guest->next;
		free(guest);
	}
}

int main(int argc, char **argv)
{
	test_insert(argc > 1 ? atoi(argv[1]) : 16);
	return 0;
}
