/* SPDX-License-Identifier: MIT
 * A list of settings: each is appended behind the last one, which is looked for. */
#include "settings_store.h"

#include <stdlib.h>

void store_put(struct store *store, int key, int value)
{
	struct setting **end = &store->first;

	while (*end != NULL && (*end)->key != key)
		end = &(*end)->next;
	if (*end == NULL)
		*end = calloc(1, sizeof **end);
	(*end)->key = key;
	(*end)->value = value;
}

void store_clear(struct store *store)
{
	while (store->first != NULL) {
		struct setting *next = store->first->next;
		free(store->first);
		store->first = next;
	}
}
