/* SPDX-License-Identifier: MIT
 * A table of names gets new slots for each name.
 * label: grows names_resize n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names {
	unsigned *slot;
	size_t slots, count;
};

static void names_resize(struct names *names, size_t slots)
{
	unsigned *slot = calloc(slots, sizeof *slot);
	for (size_t i = 0; i < names->slots; i++) {
		size_t at = names->slot[i] % slots;
		if (!names->slot[i])
			continue;
		while (slot[at])
			at = (at + 1) % slots;
		slot[at] = names->slot[i];
	}
	free(names->slot);
	names->slot = slot;
	names->slots = slots;
}

static void names_add(struct names *names, unsigned hash)
{
	size_t at;
	names_resize(names, 2 * ++names->count);
	for (at = hash % names->slots; names->slot[at];
		at = (at + 1) % names->slots)
		;
	names->slot[at] = hash;
}
