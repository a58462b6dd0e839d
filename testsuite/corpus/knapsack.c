/* SPDX-License-Identifier: MIT
 * Which items are worth most, by a table of what each weight can hold. */
#include <assert.h>
#include <stdlib.h>

struct item {
	int weight, worth;
};

int best_worth(const struct item *item, int count, int room)
{
	int *best = calloc((size_t)room + 1, sizeof *best), worth;

	for (int i = 0; i < count; i++)
		for (int w = room; w >= item[i].weight; w--) {
			int with = best[w - item[i].weight] + item[i].worth;
			if (with > best[w])
				best[w] = with;
		}
	worth = best[room];
	free(best);
	return worth;
}

int main(void)
{
	struct item *item = malloc(10 * sizeof *item);

	for (int i = 0; i < 10; i++)
		item[i] = (struct item){1 + i % 4, 2 + i};
	assert(best_worth(item, 10, 16) > 0);
	free(item);
	return 0;
}
