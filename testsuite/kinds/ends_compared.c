/* SPDX-License-Identifier: MIT
 * Compares elements of a list that are as far from either end: one function that walks, called
 * from two lines of a loop, which is one thing to mend. */
#include <stdlib.h>

struct item {
	struct item *next;
	int value;
};

static const struct item *item_at(const struct item *list, int index)
{
	while (index-- > 0)
		list = list->next;
	return list;
}

int ends_compare(const struct item *list, int count)
{
	int equal = 0;

	for (int i = 0; i < count; i++) {
		const struct item *front = item_at(list, i);
		const struct item *back = item_at(list, count - 1 - i);
		equal += front->value == back->value;
	}
	return equal;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	struct item *list = NULL;

	for (int i = 0; i < n; i++) {
		struct item *item = malloc(sizeof *item);
		*item = (struct item){list, i * 7 % 31};
		list = item;
	}
	return ends_compare(list, n) < 0;
}
