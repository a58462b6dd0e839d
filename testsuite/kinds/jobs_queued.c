/* SPDX-License-Identifier: MIT
 * A queue of up to 4,096 jobs in a caller's frame, all of which are searched for each. */
#include <stdlib.h>

#define JOBS_MAX 4096

struct job {
	unsigned id, priority;
};

struct jobs {
	unsigned count;
	struct job job[JOBS_MAX];
};

static __attribute__((noinline)) struct job *jobs_find(
	struct jobs *jobs, unsigned id)
{
	for (struct job *job = jobs->job; job < jobs->job + jobs->count; job++)
		if (job->id == id)
			return job;
	return NULL;
}

__attribute__((noinline)) unsigned jobs_run(unsigned jobs)
{
	struct jobs queue = {.count = 0};

	for (unsigned i = 0; i < jobs && i < JOBS_MAX; i++)
		if (!jobs_find(&queue, i * 3))
			queue.job[queue.count++].id = i * 3;
	return queue.count;
}

int main(int argc, char **argv)
{
	unsigned jobs = (unsigned)(argc > 1 ? atoi(argv[1]) : 40);

	return jobs_run(jobs) + jobs_run(jobs / 2) + jobs_run(jobs / 3) == 0;
}
