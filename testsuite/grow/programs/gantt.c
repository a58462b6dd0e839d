/* SPDX-License-Identifier: MIT
 * A chart with a row of signs for each task.
 * label: output chart_print */
#include <stdio.h>

struct task {
	int from, to;
};

void chart_print(const struct task *task, int tasks, int days, FILE *out)
{
	for (int i = 0; i < tasks; i++) {
		for (int day = 0; day < days; day++)
			putc(day >= task[i].from && day < task[i].to ? '#'
								     : '.',
				out);
		putc('\n', out);
	}
}
