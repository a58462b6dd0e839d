/* SPDX-License-Identifier: MIT
 * Writes a list as text. */
#include <stdlib.h>
#include <string.h>

#include "list_print.h"

struct strings *strings_add(struct strings *list, const char *text)
{
	struct strings *added = malloc(sizeof *added);

	added->text = strdup(text);
	added->next = list;
	return added;
}

char *strings_print(const struct strings *list, size_t limit)
{
	char *out = malloc(limit + 1), *end = out;

	for (; list != NULL; list = list->next) {
		size_t length = strlen(list->text);
		if ((size_t)(end - out) + length + 1 > limit) {
			free(out);
			return NULL;
		}
		memcpy(end, list->text, length);
		end += length;
		*end++ = '\n';
	}
	*end = '\0';
	return out;
}

void strings_free(struct strings *list)
{
	while (list != NULL) {
		struct strings *next = list->next;
		free(list->text);
		free(list);
		list = next;
	}
}
