/* SPDX-License-Identifier: MIT
 * Each of a few tasks is appended by a walk to the end of a list. */
#include <stdlib.h>

struct task {
	struct task *next;
	int number;
};

__attribute__((noinline)) void tasks_append(struct task **first, int number)
{
	struct task *task = calloc(1, sizeof *task);

	task->number = number;
	while (*first)
		first = &(*first)->next;
	*first = task;
}

__attribute__((noinline)) struct task *tasks_read(int count)
{
	struct task *first = NULL;

	for (int i = 0; i < count; i++)
		tasks_append(&first, i);
	return first;
}

int main(int argc, char **argv)
{
	struct task *first = tasks_read(argc > 1 ? atoi(argv[1]) : 6);

	for (int i = 0; first; i++) {
		struct task *task = first;
		if (task->number != i)
			abort();
		first = task->next;
		free(task);
	}
	return 0;
}
