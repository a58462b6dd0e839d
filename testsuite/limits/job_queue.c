/* SPDX-License-Identifier: MIT
 * A queue without a count, and its test, which asks for it again after each second addition:
 * the queue is at fault for the walks, though a test makes the calls. */
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
	struct job *job = malloc(sizeof *job);

	*job = (struct job){number, queue->first};
	queue->first = job;
}

int job_queue_count(const struct job_queue *queue)
{
	int count = 0;

	for (const struct job *job = queue->first; job; job = job->next)
		count++;
	return count;
}

void test_jobs_are_counted(void)
{
	struct job_queue queue = {NULL};

	for (int i = 0; i < 16; i++) {
		job_queue_put(&queue, i);
		for (int again = 0; again <= i % 2; again++)
			assert(job_queue_count(&queue) == i + 1);
	}
}

int main(void)
{
	test_jobs_are_counted();
	return 0;
}
