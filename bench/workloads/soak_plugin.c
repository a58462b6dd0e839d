/* SPDX-License-Identifier: MIT
 * The library that soak.cc loads and unloads: appends by walking. */
#include <stdlib.h>

struct link {
	struct link *next;
	int value;
};

int soak_plugin_run(int elements)
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
