// SPDX-License-Identifier: MIT
// Calls figure 2's kernel with N numbers, RUNS times, in this process or in a
// fork each, and prints the CPU seconds of that.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spectra.h"

#ifdef IN_C
extern "C"
#endif
int accumulate(int *data, int size);

static int data[400];

static double seconds(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
	       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void run(int n)
{
	SPECTRA_TEST_BEGIN();
	accumulate(data, n);
	SPECTRA_TEST_END(0);
}

int main(int argc, char **argv)
{
	int n = argc > 2 ? std::atoi(argv[1]) : 8;
	long runs = argc > 2 ? std::atol(argv[2]) : 1;
	bool forks = argc > 3 && std::strcmp(argv[3], "fork") == 0;
	double start;

	for (int i = 0; i < n; i++)
		data[i] = i & 127;
	for (int i = 0; i < 3; i++)
		run(n); /* translated now */
	start = seconds(RUSAGE_SELF) + seconds(RUSAGE_CHILDREN);
	for (long i = 0; i < runs; i++) {
		if (!forks) {
			run(n);
			continue;
		}
		if (fork() == 0) {
			run(n);
			_exit(0);
		}
		wait(NULL);
	}
	std::printf("%.6f\n", seconds(RUSAGE_SELF) +
				      seconds(RUSAGE_CHILDREN) - start);
	return 0;
}
