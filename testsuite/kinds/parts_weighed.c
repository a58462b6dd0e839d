/* SPDX-License-Identifier: MIT
 * The weight of a box is summed over all that it holds for each thing that is put into it:
 * the structure has a count, and what it holds lies beside it. */
#include <stdlib.h>

struct thing {
	int weight;
};

struct box {
	int count, most;
	struct thing *thing;
};

__attribute__((noinline)) int box_weight(const struct box *box)
{
	int weight = 0;

	for (int i = 0; i < box->count; i++)
		weight += box->thing[i].weight;
	return weight;
}

__attribute__((noinline)) int box_fill(struct box *box, int count)
{
	int put = 0;

	for (int i = 0; i < count; i++) {
		if (box_weight(box) + i > box->most)
			continue;
		box->thing[box->count++].weight = i;
		put++;
	}
	return put;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 20;
	struct box box = {0, count * count, NULL};
	int put;

	box.thing = calloc((size_t)count, sizeof *box.thing);
	put = box_fill(&box, count);
	free(box.thing);
	return put != count;
}
