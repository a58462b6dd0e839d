/* SPDX-License-Identifier: MIT
 * How often the numbers of one list are in another, which is gone through for each. */
#include <assert.h>
#include <stdlib.h>

static int count_equal(const int *number, int count, int wanted)
{
	int equal = 0;

	for (int i = 0; i < count; i++)
		equal += number[i] == wanted;
	return equal;
}

int count_shared(const int *left, int lefts, const int *right, int rights)
{
	int shared = 0;

	for (int i = 0; i < lefts; i++)
		shared += count_equal(right, rights, left[i]);
	return shared;
}

int main(void)
{
	int *left = malloc(14 * sizeof *left);
	int *right = malloc(23 * sizeof *right);

	for (int i = 0; i < 14; i++)
		left[i] = 3 * i;
	for (int i = 0; i < 23; i++)
		right[i] = 2 * i;
	assert(count_shared(left, 14, right, 23) == 7);
	free(left);
	free(right);
	return 0;
}
