/* SPDX-License-Identifier: MIT
 * Its test. */
#include "remove_first.c"

static void test_tasks(void)
{
	for (int i = 0; i < 18; i++)
		tasks[task_count++] = (struct task){i, 0};
	while (task_count > 0)
		tasks_next();
}

int main(void)
{
	test_tasks();
	return 0;
}
