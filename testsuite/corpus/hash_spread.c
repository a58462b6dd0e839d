/* SPDX-License-Identifier: MIT
 * A hash table with open addressing that grows before its probes get long. */
#include <assert.h>
#include <stdlib.h>

struct slots {
	unsigned capacity, count;
	unsigned *key; /* 0: free */
};

static unsigned place_of(const struct slots *slots, unsigned key)
{
	unsigned at = (key * 2654435769u) >> 16;

	for (at &= slots->capacity - 1;
		slots->key[at] != 0 && slots->key[at] != key;)
		at = (at + 1) & (slots->capacity - 1);
	return at;
}

static void grow(struct slots *slots)
{
	struct slots larger = {slots->capacity ? 2 * slots->capacity : 8, 0, 0};

	larger.key = calloc(larger.capacity, sizeof *larger.key);
	for (unsigned i = 0; i < slots->capacity; i++)
		if (slots->key[i] != 0)
			larger.key[place_of(&larger, slots->key[i])] =
				slots->key[i];
	larger.count = slots->count;
	free(slots->key);
	*slots = larger;
}

void slots_add(struct slots *slots, unsigned key)
{
	unsigned at;

	if (2 * slots->count >= slots->capacity)
		grow(slots);
	at = place_of(slots, key);
	slots->count += slots->key[at] == 0;
	slots->key[at] = key;
}

void slots_add_all(struct slots *slots, const unsigned *key, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		slots_add(slots, key[i]);
}

int main(void)
{
	const unsigned key[] = {17, 4, 99, 23, 5, 17, 42, 64, 8, 4, 71, 33};
	struct slots slots = {0, 0, NULL};

	slots_add_all(&slots, key, 12);
	assert(slots.count == 10);
	free(slots.key);
	return 0;
}
