/* SPDX-License-Identifier: MIT
 * Runs every shape with as many elements as the argument says, or only the one
 * that is named. */
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

int sink;

struct node *make_node(int value, struct node *next)
{
	struct node *node = malloc(sizeof *node);

	node->value = value;
	node->next = next;
	return node;
}

struct node *make_list(int n)
{
	struct node *list = NULL;

	while (n > 0)
		list = make_node(--n, list);
	return list;
}

int *make_array(int n)
{
	int *array = malloc((size_t)n * sizeof *array);

	for (int i = 0; i < n; i++)
		array[i] = i;
	return array;
}

void free_list(struct node *list)
{
	while (list != NULL) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
}

/* Here so that no compiler sees through it. */
int is_wanted(const int *element, int wanted)
{
	return *element == wanted;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 4;

#define RUN(shape)                                                             \
	if (argc < 3 || strcmp(argv[2], #shape) == 0)                          \
		shape(n);
	SHAPES(RUN)
	return 0;
}
