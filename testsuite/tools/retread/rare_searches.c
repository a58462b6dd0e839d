/* SPDX-License-Identifier: MIT
 * Records are placed on pages. Nearly every page has a slot for each of its records at
 * once; one in a thousand is searched further with each record. */
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

struct slot {
	int bytes;
	struct slot *next;
};

static struct slot *add_slot(struct slot *next, int bytes)
{
	struct slot *slot = malloc(sizeof *slot);

	*slot = (struct slot){bytes, next};
	return slot;
}

NOINLINE const struct slot *slots_find(const struct slot *slot, int bytes)
{
	while (slot->bytes < bytes)
		slot = slot->next;
	return slot;
}

NOINLINE long page_place(const struct slot *first, const int *bytes, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++)
		sum += (long)slots_find(first, bytes[i]);
	return sum;
}

int main(void)
{
	static const int bytes[] = {24, 32, 40};
	struct slot *empty = add_slot(add_slot(NULL, 80), 40), *full = NULL;
	long sum = 0;

	for (int slot_bytes = 40; slot_bytes > 0; slot_bytes -= 8)
		full = add_slot(full, slot_bytes);
	for (int i = 1; i <= 20000; i++)
		sum += page_place(i % 1000 == 0 ? full : empty, bytes, 3);
	printf("%d\n", sum != 0);
	return 0;
}
