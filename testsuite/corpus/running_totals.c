/* SPDX-License-Identifier: MIT
 * Running totals, each added up from the first value. */
#include <assert.h>
#include <stdlib.h>

static int total_of(const int *value, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += value[i];
	return total;
}

int *running_totals(const int *value, int count)
{
	int *total = malloc((size_t)count * sizeof *total);

	for (int i = 0; i < count; i++)
		total[i] = total_of(value, i + 1);
	return total;
}

int main(void)
{
	int *value = malloc(9 * sizeof *value), *total;

	for (int i = 0; i < 9; i++)
		value[i] = i;
	total = running_totals(value, 9);
	assert(total[8] == 36 && total[1] == 1);
	free(total);
	free(value);
	return 0;
}
