/* SPDX-License-Identifier: MIT
 * Mean and variance of measurements: two passes, which is what it takes. */
#include <assert.h>
#include <stdlib.h>

double mean_of(const double *value, int count)
{
	double sum = 0;

	for (int i = 0; i < count; i++)
		sum += value[i];
	return sum / count;
}

double variance_of(const double *value, int count)
{
	double mean = mean_of(value, count), sum = 0;

	for (int i = 0; i < count; i++)
		sum += (value[i] - mean) * (value[i] - mean);
	return sum / count;
}

int main(void)
{
	double *value = malloc(12 * sizeof *value);

	for (int i = 0; i < 12; i++)
		value[i] = i % 2 ? 3 : 5;
	assert(mean_of(value, 12) == 4);
	assert(variance_of(value, 12) == 1);
	free(value);
	return 0;
}
