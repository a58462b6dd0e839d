/* SPDX-License-Identifier: MIT
 * A queue that moves everything when it is read: much work, but no value is read
 * twice where it was. */
#include <assert.h>
#include <stdlib.h>

struct queue {
	short *item;
	int count;
};

short queue_take(struct queue *queue)
{
	short first = queue->item[0];

	queue->count--;
	for (int i = 0; i < queue->count; i++)
		queue->item[i] = (short)(queue->item[i + 1] - 1);
	return first;
}

int queue_drain(struct queue *queue)
{
	int sum = 0;

	while (queue->count > 0)
		sum += queue_take(queue);
	return sum;
}

int main(void)
{
	struct queue queue = {malloc(9 * sizeof(short)), 9};

	for (int i = 0; i < 9; i++)
		queue.item[i] = (short)(10 * i);
	assert(queue_drain(&queue) == 324);
	free(queue.item);
	return 0;
}
