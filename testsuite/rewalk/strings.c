/* SPDX-License-Identifier: MIT
 * Shapes in which libc's string functions do the reading. */
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

/* A text of so many bytes for each element that scans of it are long. */
#define BYTES_EACH 16

SHAPE void suffix_strlen(int n)
{
	size_t bytes = (size_t)n * BYTES_EACH;
	char *text = malloc(bytes + 1);

	memset(text, 'a', bytes);
	text[bytes] = '\0';
	for (size_t at = 0; at < bytes; at += BYTES_EACH)
		sink += (int)strlen(text + at);
	free(text);
}

SHAPE void growing_strcat(int n)
{
	char *text = malloc((size_t)(n + 1) * BYTES_EACH + 1);

	strcpy(text, "a text to extend");
	for (int i = 0; i < n; i++)
		strcat(text,
			i % 2 == 0 ? "0123456789abcde\n" : "fedcba987654321\n");
	sink += text[0];
	free(text);
}

struct name {
	struct name *next;
	char *text;
};

static struct name *make_names(int n)
{
	struct name *list = NULL;

	for (int i = 0; i < n; i++) {
		struct name *name = malloc(sizeof *name);
		name->text = malloc(8);
		memset(name->text, 'a' + i, 7);
		name->text[7] = '\0';
		name->next = list;
		list = name;
	}
	return list;
}

static void free_names(struct name *list)
{
	while (list != NULL) {
		struct name *next = list->next;
		free(list->text);
		free(list);
		list = next;
	}
}

SHAPE void search_by_name(int n)
{
	struct name *list = make_names(n);
	char *key = malloc(8);

	for (int i = 0; i < n; i++) {
		struct name *name = list;
		memset(key, 'a' + i, 7);
		key[7] = '\0';
		while (name != NULL && strcmp(name->text, key) != 0)
			name = name->next;
		sink += name != NULL;
	}
	free(key);
	free_names(list);
}

/* Each name is measured once, however often the lot is. */
SHAPE void one_pass_strlen(int n)
{
	struct name *list = make_names(n);

	for (struct name *name = list; name != NULL; name = name->next)
		sink += (int)strlen(name->text);
	free_names(list);
}

SHAPE void refilled_buffer(int n)
{
	char *text = malloc(64);

	for (int i = 0; i < n; i++) {
		memset(text, 'a' + i, 40 + (size_t)i);
		text[40 + i] = '\0';
		sink += (int)strlen(text);
	}
	free(text);
}
