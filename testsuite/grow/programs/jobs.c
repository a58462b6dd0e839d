/* SPDX-License-Identifier: MIT
 * Jobs that wait, in an array from which the first is taken.
 * label: grows jobs_take n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
	int id, priority;
	char command[40];
};

struct jobs {
	struct job *job;
	int count, capacity;
};

int jobs_put(struct jobs *jobs, int id, const char *command)
{
	struct job *job;

	if (jobs->count == jobs->capacity) {
		jobs->capacity += jobs->capacity + 4;
		jobs->job = realloc(
			jobs->job, (size_t)jobs->capacity * sizeof *jobs->job);
	}
	job = &jobs->job[jobs->count++];
	job->id = id;
	job->priority = 0;
	snprintf(job->command, sizeof job->command, "%s", command);
	return jobs->count;
}

int jobs_take(struct jobs *jobs, struct job *taken)
{
	if (jobs->count == 0)
		return 0;
	*taken = jobs->job[0];
	jobs->count--;
	for (int i = 0; i < jobs->count; i++)
		jobs->job[i] = jobs->job[i + 1];
	return 1;
}
