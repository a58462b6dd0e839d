/* SPDX-License-Identifier: MIT
 * Its test. */
#include "jobs.c"
#include <assert.h>

int main(void)
{
	struct jobs jobs = {NULL, 0, 0};
	struct job job;
	int id = 1;

	jobs_put(&jobs, 1, "make all");
	jobs_put(&jobs, 2, "make check");
	jobs_put(&jobs, 3, "make dist");
	assert(jobs_put(&jobs, 4, "make clean") == 4);
	while (jobs_take(&jobs, &job)) {
		assert(job.id == id);
		id++;
	}
	assert(id == 5);
	assert(jobs_take(&jobs, &job) == 0);
	free(jobs.job);
	return 0;
}
