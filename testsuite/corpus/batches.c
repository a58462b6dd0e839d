/* SPDX-License-Identifier: MIT
 * Makes, sums and frees a list for each batch, at the same addresses each time. */
#include <assert.h>
#include <stdlib.h>

struct part {
	struct part *next;
	int weight;
};

static struct part *make_batch(int parts, int weight)
{
	struct part *batch = NULL;

	for (int i = 0; i < parts; i++) {
		struct part *part = malloc(sizeof *part);
		*part = (struct part){batch, weight + i};
		batch = part;
	}
	return batch;
}

int weigh_batches(int batches, int parts)
{
	int heaviest = 0;

	for (int i = 0; i < batches; i++) {
		struct part *batch = make_batch(parts, i);
		int weight = 0;
		for (struct part *part = batch; part; part = part->next)
			weight += part->weight;
		if (weight > heaviest)
			heaviest = weight;
		while (batch != NULL) {
			struct part *next = batch->next;
			free(batch);
			batch = next;
		}
	}
	return heaviest;
}

int main(void)
{
	assert(weigh_batches(9, 7) == 77);
	return 0;
}
