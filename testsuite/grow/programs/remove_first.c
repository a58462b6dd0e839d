/* SPDX-License-Identifier: MIT
 * The first of an array is removed by moving the others.
 * label: grows tasks_next n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
	int id, priority;
};
static struct task tasks[1 << 14];
static int task_count;

static int tasks_next(void)
{
	int id = tasks[0].id;
	for (int i = 1; i < task_count; i++)
		tasks[i - 1] = tasks[i];
	task_count--;
	return id;
}
