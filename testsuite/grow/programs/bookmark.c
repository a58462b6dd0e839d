/* SPDX-License-Identifier: MIT
 * Addresses that are kept once, compared with all that there are.
 * label: grows bookmarks_has n^2 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct bookmarks {
	char **address;
	size_t count, room;
};

static bool bookmarks_has(const struct bookmarks *all, const char *address)
{
	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->address[i], address) == 0)
			return true;
	return false;
}

void bookmarks_keep(struct bookmarks *all, const char *address)
{
	if (bookmarks_has(all, address))
		return;
	if (all->count == all->room) {
		all->room = all->room ? 2 * all->room : 8;
		all->address =
			realloc(all->address, all->room * sizeof *all->address);
	}
	all->address[all->count++] = strdup(address);
}

void bookmarks_free(struct bookmarks *all)
{
	for (size_t i = 0; i < all->count; i++)
		free(all->address[i]);
	free(all->address);
}
