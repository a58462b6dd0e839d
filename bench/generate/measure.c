/* SPDX-License-Identifier: MIT
 * Prints how many edges of the semantic stage the valid ones of the files cover that
 * standard input names, line by line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/generate/meter.h"

#define EDGES	     (1 << 20)
#define MICROSECONDS 200000 /* of one input; what takes longer counts for nothing */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t run[EDGES], *all;
static uint32_t edges;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	for (uint32_t *guard = start; guard < stop && edges < EDGES - 1; guard++)
		*guard = ++edges;
}

void __sanitizer_cov_trace_pc_guard(const uint32_t *guard)
{
	run[*guard] = 1;
}

void meter_bug(unsigned number)
{
	(void)number;
}

void meter_run(bool is_valid, const char *text, size_t length)
{
	(void)text;
	(void)length;
	for (uint32_t i = 1; is_valid && i <= edges; i++)
		all[i] |= run[i];
	memset(run, 0, edges + 1);
}

static void run_file(const char *path)
{
	static uint8_t bytes[1 << 20];
	FILE *file = fopen(path, "rb");

	if (!file)
		return;
	size_t size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_usec = MICROSECONDS},
		NULL);
	LLVMFuzzerTestOneInput(bytes, size);
}

int main(void)
{
	char path[4096];
	unsigned covered = 0;

	all = mmap(NULL, EDGES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		-1, 0);
	while (fgets(path, sizeof path, stdin)) {
		path[strcspn(path, "\n")] = '\0';
		pid_t child = fork();
		if (child == 0) {
			run_file(path);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	for (uint32_t i = 1; i <= edges; i++)
		covered += all[i];
	printf("%u of %u\n", covered, edges);
	return 0;
}
