/* SPDX-License-Identifier: MIT
 * The mean of all samples so far, for each sample: no window. */
#include <stdlib.h>

void means_make(const int *sample, int count, int *mean)
{
	for (int i = 0; i < count; i++) {
		int sum = 0;
		for (int k = 0; k <= i; k++)
			sum += sample[k];
		mean[i] = sum / (i + 1);
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	int *sample = malloc(n * sizeof *sample),
	    *mean = malloc(n * sizeof *mean);

	for (int i = 0; i < n; i++)
		sample[i] = i * 7 % 13;
	means_make(sample, n, mean);
	free(sample);
	free(mean);
	return 0;
}
