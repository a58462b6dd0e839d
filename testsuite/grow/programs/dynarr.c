/* SPDX-License-Identifier: MIT
 * A queue in an array: what is taken from the front moves all the rest.
 * label: grows da_shift n^2 */
#include <stdlib.h>
#include <string.h>

struct da {
	size_t len, cap;
	void **at;
};

int da_push(struct da *da, void *item)
{
	if (da->len == da->cap) {
		size_t cap = da->cap ? da->cap * 2 : 4;
		void **at = realloc(da->at, cap * sizeof *at);
		if (!at)
			return -1;
		da->at = at;
		da->cap = cap;
	}
	da->at[da->len++] = item;
	return 0;
}

void *da_shift(struct da *da)
{
	void *first;
	if (!da->len)
		return NULL;
	first = da->at[0];
	memmove(da->at, da->at + 1, --da->len * sizeof *da->at);
	return first;
}
