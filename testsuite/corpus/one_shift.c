/* SPDX-License-Identifier: MIT
 * Removes one guest from each of many lists, as a test does: one shift for each. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct guests {
	int *number;
	size_t count;
};

void guests_remove(struct guests *guests, size_t index)
{
	guests->count--;
	memmove(&guests->number[index], &guests->number[index + 1],
		(guests->count - index) * sizeof *guests->number);
}

static struct guests make_guests(size_t count)
{
	struct guests guests = {malloc(count * sizeof(int)), count};

	for (size_t i = 0; i < count; i++)
		guests.number[i] = (int)i;
	return guests;
}

int main(void)
{
	for (size_t i = 0; i < 12; i++) {
		struct guests guests = make_guests(12 + i);
		guests_remove(&guests, i);
		assert(guests.number[i] == (int)i + 1);
		free(guests.number);
	}
	return 0;
}
