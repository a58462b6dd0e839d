/* SPDX-License-Identifier: MIT
 * A scheduler that looks at all tasks for each that it runs. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct task {
	int priority;
	bool is_done;
};

static struct task *pick(struct task *task, int count)
{
	struct task *best = NULL;

	for (int i = 0; i < count; i++)
		if (!task[i].is_done &&
			(best == NULL || task[i].priority > best->priority))
			best = &task[i];
	return best;
}

int run_all(struct task *task, int count, int *order)
{
	struct task *next;
	int ran = 0;

	while ((next = pick(task, count)) != NULL) {
		next->is_done = true;
		order[ran++] = (int)(next - task);
	}
	return ran;
}

int main(void)
{
	const int priority[] = {3, 8, 1, 9, 4, 7, 2};
	struct task *task = calloc(7, sizeof *task);
	int order[7];

	for (int i = 0; i < 7; i++)
		task[i].priority = priority[i];
	assert(run_all(task, 7, order) == 7);
	assert(order[0] == 3 && order[6] == 2);
	free(task);
	return 0;
}
