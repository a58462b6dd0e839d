/* SPDX-License-Identifier: MIT
 * The same in a table that doubles.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct bookmarks {
	char **slot;
	size_t count, size;
};

static size_t bookmarks_hash(const char *text)
{
	size_t hash = 14695981039346656037u;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return hash;
}

static size_t bookmarks_place(char **slot, size_t size, const char *address)
{
	size_t at = bookmarks_hash(address) & (size - 1);

	while (slot[at] && strcmp(slot[at], address) != 0)
		at = (at + 1) & (size - 1);
	return at;
}

void bookmarks_keep(struct bookmarks *all, const char *address)
{
	size_t at;

	if (2 * all->count >= all->size) {
		size_t size = all->size ? 2 * all->size : 16;
		char **slot = calloc(size, sizeof *slot);
		for (size_t i = 0; i < all->size; i++)
			if (all->slot[i])
				slot[bookmarks_place(slot, size,
					all->slot[i])] = all->slot[i];
		free(all->slot);
		all->slot = slot;
		all->size = size;
	}
	at = bookmarks_place(all->slot, all->size, address);
	if (all->slot[at])
		return;
	all->slot[at] = strdup(address);
	all->count++;
}

void bookmarks_free(struct bookmarks *all)
{
	for (size_t i = 0; i < all->size; i++)
		free(all->slot[i]);
	free(all->slot);
}
