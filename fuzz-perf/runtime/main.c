/* SPDX-License-Identifier: MIT
 * main for targets that define LLVMFuzzerTestOneInput and none of their own:
 * serves `retread fuzz`, or replays the files named on the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/runtime/runtime.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

/* Says to the worker that inputs are given to a function. */
const int retread_has_harness = 1;

static uint8_t *runtime_read_whole(FILE *file, size_t *size)
{
	size_t capacity = 1 << 16;
	uint8_t *data = malloc(capacity);

	*size = 0;
	while (data) {
		*size += fread(data + *size, 1, capacity - *size, file);
		if (*size < capacity)
			return data;
		uint8_t *larger = realloc(data, capacity *= 2);
		if (!larger)
			free(data);
		data = larger;
	}
	return NULL;
}

static int runtime_replay(const char *path)
{
	FILE *file = fopen(path, "rb");
	size_t size;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return 1;
	}
	uint8_t *data = runtime_read_whole(file, &size);
	int is_bad = !data || ferror(file);
	fclose(file);
	if (is_bad) {
		fprintf(stderr, "%s: cannot read it\n", path);
		free(data);
		return 1;
	}
	fprintf(stderr, "Running: %s (%zu bytes)\n", path, size);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	if (LLVMFuzzerInitialize)
		LLVMFuzzerInitialize(&argc, &argv);
	retread_serve(LLVMFuzzerTestOneInput);
	if (argc < 2)
		fprintf(stderr,
			"usage: %s FILE...    runs each file once\n"
			"       retread fuzz -i SEEDS -o OUT -- %s\n",
			argv[0], argv[0]);
	for (int i = 1; i < argc; i++)
		if (argv[i][0] != '-')
			failed |= runtime_replay(argv[i]);
	return argc < 2 ? 2 : failed;
}
