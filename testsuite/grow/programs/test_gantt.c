/* SPDX-License-Identifier: MIT
 * A dozen tasks. */
#include "gantt.c"
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	struct task *task = malloc(12 * sizeof *task);
	FILE *out = tmpfile();
	for (int i = 0; i < 12; i++) {
		task[i].from = i;
		task[i].to = 2 * i;
	}
	assert(out);
	chart_print(task, 12, 31, out);
	assert(ftell(out) == 12 * 32);
	fclose(out);
	free(task);
	return 0;
}
