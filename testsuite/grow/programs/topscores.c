/* SPDX-License-Identifier: MIT
 * Scores that are sorted after each of them.
 * label: grows scores_push n^2 */
#include <stdlib.h>

#define SCORES_MAX 4096

struct scores {
	int value[SCORES_MAX];
	int count;
};

static int by_value(const void *a, const void *b)
{
	return *(const int *)b - *(const int *)a;
}

int scores_push(struct scores *scores, int value)
{
	if (scores->count == SCORES_MAX)
		return -1;
	scores->value[scores->count++] = value;
	qsort(scores->value, (size_t)scores->count, sizeof(int), by_value);
	return scores->value[0];
}
