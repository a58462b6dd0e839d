/* SPDX-License-Identifier: MIT
 * Samples weighted by a window of weights around each. */
#include <assert.h>
#include <stdlib.h>

void smooth(float *to, const float *from, int count, const float *weight,
	int weights)
{
	for (int i = 0; i + weights <= count; i++) {
		float sum = 0;
		for (int k = 0; k < weights; k++)
			sum += from[i + k] * weight[k];
		to[i] = sum;
	}
}

int main(void)
{
	float *from = malloc(40 * sizeof *from), *to = calloc(40, sizeof *to);
	float *weight = malloc(12 * sizeof *weight);

	for (int i = 0; i < 40; i++)
		from[i] = (float)i;
	for (int k = 0; k < 12; k++)
		weight[k] = k == 5 ? 1 : 0;
	smooth(to, from, 40, weight, 12);
	assert(to[0] == 5 && to[28] == 33);
	free(from);
	free(to);
	free(weight);
	return 0;
}
