/* SPDX-License-Identifier: MIT
 * What searches found: directories of texts. */
#include "config.h"

#include "lib/found.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#define TEXT_MAX (1u << 20)
#define DIGITS	 (sizeof((struct found *)0)->id - 1)

char *found_text(const struct found *found, const char *name)
{
	char *path =
		memory_format("%s/%s/%s", found->directory, found->id, name);
	FILE *in = fopen(path, "re");
	char *text = NULL;

	free(path);
	if (!in)
		return NULL;
	text = memory_alloc(TEXT_MAX + 1);
	text[fread(text, 1, TEXT_MAX, in)] = '\0';
	fclose(in);
	return text;
}

/* FOUND but for its id. */
static void found_add(struct found_list *list, struct found found,
	const char *id, const char *name)
{
	char *text;

	memcpy(found.id, id, DIGITS);
	text = found_text(&found, name);
	if (!text)
		return;
	free(text);
	list->found = memory_grow(list->found, &list->capacity, list->count + 1,
		sizeof *list->found);
	list->found[list->count++] = found;
}

static int add_all(struct found_list *list, struct found found,
	const char *name, struct error *err)
{
	DIR *stream = opendir(found.directory);
	struct dirent *entry;

	if (!stream)
		return error_set_errno(err, "%s", found.directory);
	while ((entry = readdir(stream)))
		if (strlen(entry->d_name) == DIGITS &&
			strspn(entry->d_name, "0123456789abcdef") == DIGITS)
			found_add(list, found, entry->d_name, name);
	closedir(stream);
	return 0;
}

static int found_compare(const void *left, const void *right)
{
	const struct found *a = left, *b = right;

	int order = strcmp(a->id, b->id);

	return order != 0 ? order
			  : (a->place > b->place) - (a->place < b->place);
}

/* The first of each id; LIST is sorted. */
static void keep_first(struct found_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++)
		if (kept == 0 ||
			strcmp(list->found[kept - 1].id, list->found[i].id))
			list->found[kept++] = list->found[i];
	list->count = kept;
}

int found_read(struct found_list *list, const char *const *directory,
	const char *name, struct error *err)
{
	for (size_t i = 0; directory[i]; i++) {
		struct found found = {.directory = directory[i], .place = i};
		if (add_all(list, found, name, err) != 0)
			return -1;
	}
	if (list->count > 0)
		qsort(list->found, list->count, sizeof *list->found,
			found_compare);
	keep_first(list);
	return 0;
}

void found_release(struct found_list *list)
{
	free(list->found);
	*list = (struct found_list){.count = 0};
}
