/* SPDX-License-Identifier: MIT
 * A queue of jobs from whose front each is erased: the others move up. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct queue {
	int *job;
	size_t count;
};

int queue_take(struct queue *queue)
{
	int first = queue->job[0];

	queue->count--;
	memmove(queue->job, queue->job + 1, queue->count * sizeof *queue->job);
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
	struct queue queue = {malloc(12 * sizeof(int)), 12};

	for (int i = 0; i < 12; i++)
		queue.job[i] = i;
	assert(queue_drain(&queue) == 66);
	free(queue.job);
	return 0;
}
