/* SPDX-License-Identifier: MIT
 * Marks which of all tasks wait for one, for every one. */
#include <stdlib.h>

struct task {
	int id, waits_for;
	struct task *next;
};

int tasks_waiting(const struct task *tasks)
{
	int waiting = 0;

	for (const struct task *task = tasks; task; task = task->next)
		for (const struct task *t = tasks; t; t = t->next)
			waiting += t->waits_for == task->id;
	return waiting;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, waiting;
	struct task *tasks = NULL;

	for (int i = 0; i < n; i++) {
		struct task *task = malloc(sizeof *task);
		*task = (struct task){i, i / 2, tasks};
		tasks = task;
	}
	waiting = tasks_waiting(tasks);
	while (tasks) {
		struct task *next = tasks->next;
		free(tasks);
		tasks = next;
	}
	return waiting == 0;
}
