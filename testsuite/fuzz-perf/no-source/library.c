/* SPDX-License-Identifier: MIT
 * A library that nobody compiled for the fuzzer. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int scan_file(const char *path);
static volatile int sink;

__attribute__((noinline)) static void found_it(void)
{
	sink++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0 && data[0] > 'X') {
		found_it();
		if (size > 1 && data[1] < 'A')
			abort();
	}
	return 0;
}

int scan_file(const char *path)
{
	uint8_t data[16];
	FILE *in = fopen(path, "r");
	size_t size = fread(data, 1, sizeof data, in);

	fclose(in);
	return LLVMFuzzerTestOneInput(data, size);
}
