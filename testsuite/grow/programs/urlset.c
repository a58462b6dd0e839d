/* SPDX-License-Identifier: MIT
 * Addresses that a crawler has seen, in a plain array.
 * label: grows urlset_contains n^2 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct urlset {
	char **url;
	size_t count, capacity;
};

static bool urlset_contains(const struct urlset *set, const char *url)
{
	for (size_t i = 0; i < set->count; i++)
		if (strcmp(set->url[i], url) == 0)
			return true;
	return false;
}

static bool urlset_add(struct urlset *set, const char *url)
{
	if (urlset_contains(set, url))
		return false;
	if (set->count == set->capacity) {
		set->capacity = set->capacity ? 2 * set->capacity : 8;
		set->url = realloc(set->url, set->capacity * sizeof *set->url);
	}
	set->url[set->count++] = strdup(url);
	return true;
}

static void urlset_clear(struct urlset *set)
{
	for (size_t i = 0; i < set->count; i++)
		free(set->url[i]);
	free(set->url);
	memset(set, 0, sizeof *set);
}
