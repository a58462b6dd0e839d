/* SPDX-License-Identifier: MIT
 * Looks for every number of an array in a linked list: list [LENGTH [TIMES]] */
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *prepend(struct node *next, int value)
{
	struct node *node = malloc(sizeof(*node));
	if (node == NULL)
		abort();
	node->value = value;
	node->next = next;
	return node;
}

static __attribute__((noinline)) int contains(
	const struct node *list, int value)
{
	for (; list != NULL; list = list->next)
		if (list->value == value)
			return 1;
	return 0;
}

static int contains_all(const struct node *list, const int *wanted, int count)
{
	int found = 0;
	for (int i = 0; i < count; i++)
		found += contains(list, wanted[i]);
	return found;
}

int main(int argc, char **argv)
{
	int length = argc > 1 ? atoi(argv[1]) : 600;
	int times = argc > 2 ? atoi(argv[2]) : 300;
	struct node *list = NULL;
	int *wanted = malloc(sizeof(*wanted) * (length + 1));
	long found = 0;

	for (int i = 0; i < length; i++) {
		list = prepend(list, i);
		wanted[i] = i * 7 % length;
	}
	for (int i = 0; i < times; i++)
		found += contains_all(list, wanted, length / 2);
	printf("%ld\n", found);
	return 0;
}
