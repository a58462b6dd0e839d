/* SPDX-License-Identifier: MIT
 * A generator gives one item at each call; item I is asked for from the first one on. */
#include <stdio.h>
#include <stdlib.h>

struct items {
	const int *item;
	int count;
};

struct generator {
	const struct items *items;
	int state, at;
	char text[16];
};

int generator_resume(struct generator *generator)
{
	switch (generator->state) {
	case 0:
		generator->at = 0;
		generator->state = 1;
		/* fall through */
	case 1:
		if (generator->at < generator->items->count) {
			int item = generator->items->item[generator->at++];
			snprintf(generator->text, sizeof generator->text, "%d",
				item);
			return item;
		}
		generator->state = 2;
	}
	return -1;
}

int items_at(const struct items *items, int index)
{
	struct generator *generator = calloc(1, sizeof *generator);
	int item = -1;

	generator->items = items;
	while (index-- >= 0)
		item = generator_resume(generator);
	free(generator);
	return item;
}

long items_sum(const struct items *items)
{
	long sum = 0;

	for (int i = 0; i < items->count; i++)
		sum += items_at(items, i);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, *item = malloc(n * sizeof *item);
	struct items items = {item, n};
	long sum;

	for (int i = 0; i < n; i++)
		item[i] = i + 1;
	sum = items_sum(&items);
	free(item);
	return sum == 0;
}
