/* SPDX-License-Identifier: MIT
 * A queue without a pointer to its end, and its test: the queue is at fault for the
 * walks, though a test makes the calls. */
#include <assert.h>
#include <stdlib.h>

struct job {
	int number;
	struct job *next;
};

struct job_queue {
	struct job *first;
};

void job_queue_put(struct job_queue *queue, int number)
{
	struct job **end = &queue->first, *job = malloc(sizeof *job);

	while (*end != NULL)
		end = &(*end)->next;
	*job = (struct job){number, NULL};
	*end = job;
}

int job_queue_take(struct job_queue *queue)
{
	struct job *job = queue->first;
	int number = job->number;

	queue->first = job->next;
	free(job);
	return number;
}

void test_jobs_keep_their_order(void)
{
	struct job_queue queue = {NULL};

	for (int i = 0; i < 8; i++)
		job_queue_put(&queue, i);
	for (int i = 0; i < 8; i++)
		assert(job_queue_take(&queue) == i);
}

int main(void)
{
	test_jobs_keep_their_order();
	return 0;
}
