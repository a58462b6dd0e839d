/* SPDX-License-Identifier: MIT
 * A library that programs load and unload: it appends by walking. */
#include <stdlib.h>

struct link {
	struct link *next;
	int value;
};

/* Another library of the same code has it under another name. */
#ifndef APPEND
#define APPEND append_all
#endif

__attribute__((noinline)) static int APPEND(int elements)
{
	struct link *first = NULL, **end, *link;
	int sum = 0;

	for (int i = 0; i < elements; i++) {
		for (end = &first; *end != NULL; end = &(*end)->next)
			sum += (*end)->value;
		*end = malloc(sizeof **end);
		(*end)->next = NULL;
		(*end)->value = i;
	}
	while ((link = first) != NULL) {
		first = link->next;
		free(link);
	}
	return sum;
}

int plugin_run(int elements)
{
	return APPEND(elements) + 1;
}
