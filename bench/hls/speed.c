/* SPDX-License-Identifier: MIT
 * Runs N ones through a kernel with sites RUNS times, as hardware does, without the
 * engine; prints the CPU seconds of that. Is linked in the place of the target's main:
 *
 *	retread hls fuzz -o OUT --execs 1 examples/hls/accumulate.hls
 *	gcc -O2 -I. -c bench/hls/speed.c
 *	BUILD/retread-c++ -o speed speed.o OUT/0.o OUT/1.o -Wl,--whole-archive \
 *		BUILD/libexec/retread/libretread-hls.a -Wl,--no-whole-archive */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fuzz-perf/hls/run.h"

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 8;
	long runs = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
	struct hls_test test = {.calls = 1};
	clock_t start;

	test.count[0] = n;
	test.number[0] = calloc(n + 1, sizeof(int64_t));
	for (size_t i = 0; test.number[0] && i < n; i++)
		test.number[0][i] = 1;
	sim_switch_all(true);
	start = clock();
	for (long i = 0; i < runs; i++) {
		struct outcome outcome;
		sim_run(&test, 0, &outcome);
		outcome_release(&outcome);
	}
	printf("%f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
	free(test.number[0]);
	return 0;
}
