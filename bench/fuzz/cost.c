/* SPDX-License-Identifier: MIT
 * Times a target on one input: microseconds of processor time, best of five. */
#include "targets/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

int main(int argc, char **argv)
{
	static uint8_t data[1 << 16];
	FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
	double best = 1e9;
	int turns = 2000;

	if (!file)
		return 2;
	size_t size = fread(data, 1, sizeof data, file);
	fclose(file);
	for (int round = 0; round < 5; round++) {
		double start = now();
		for (int i = 0; i < turns; i++)
			LLVMFuzzerTestOneInput(data, size);
		double spent = (now() - start) / turns;
		if (spent < best)
			best = spent;
	}
	printf("%.2f\n", best);
	return 0;
}
