/* SPDX-License-Identifier: MIT
 * A set of numbers with a search that grows, and work that its argument decides. */
#include "bag.h"

#include <stdlib.h>

struct item {
	struct item *next;
	long number;
};

static int bag_has(const struct bag *bag, long number)
{
	for (const struct item *each = bag->first; each; each = each->next)
		if (each->number == number) /* grows */
			return 1;
	return 0;
}

void bag_add(struct bag *bag, long number)
{
	struct item *added;

	if (bag_has(bag, number))
		return;
	added = malloc(sizeof *added);
	added->number = number;
	added->next = bag->first;
	bag->first = added;
	bag->count++;
}

void bag_add_next(struct bag *bag)
{
	bag_add(bag, (long)bag->count);
}

unsigned long bag_sum(unsigned last)
{
	volatile unsigned long sum = 0;

	for (unsigned i = 1; i <= last; i++)
		sum += i;
	return sum;
}

size_t bag_repeats(const unsigned char *data, size_t size)
{
	size_t repeats = 0;

	for (size_t i = 0; i < size; i++)
		for (size_t j = 0; j < i; j++)
			if (data[i] == data[j]) /* grows */
				repeats++;
	return repeats;
}

void bag_read(struct bag *bag, const char *text)
{
	char *end;

	while (*text) {
		bag_add(bag, strtol(text, &end, 10));
		text = *end ? end + 1 : end;
	}
}

void bag_read_as(struct bag *bag, const char *text, unsigned flags)
{
	if (flags)
		bag_read(bag, text);
}

void bag_limited(int number)
{
	static volatile int sum, *volatile place = &sum;

	if (number > 100)
		place = NULL;
	*place += number; /* dies */
}

void bag_empty(struct bag *bag)
{
	while (bag->first) {
		struct item *next = bag->first->next;
		free(bag->first);
		bag->first = next;
	}
	bag->count = 0;
}
