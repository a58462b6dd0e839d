/* SPDX-License-Identifier: MIT
 * Marks of ten courses. */
#include "courses.c"
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	struct mark *mark = calloc(50, sizeof *mark);
	double *mean = calloc(10, sizeof *mean);
	for (int i = 0; i < 50; i++)
		mark[i] = (struct mark){i % 10, 1 + i % 3};
	all_means(mark, 50, mean, 10);
	for (int i = 0; i < 10; i++)
		assert(mean[i] >= 1 && mean[i] <= 3);
	free(mean);
	free(mark);
	return 0;
}
