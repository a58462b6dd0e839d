/* SPDX-License-Identifier: MIT
 * Keys with a long common beginning in a list.
 * label: grows store_put n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char *key;
};
static struct entry *first;

static void store_put(const char *key)
{
	struct entry *added;
	for (struct entry *each = first; each; each = each->next)
		if (strcmp(each->key, key) == 0)
			return;
	added = malloc(sizeof *added);
	added->key = strdup(key);
	added->next = first;
	first = added;
}
