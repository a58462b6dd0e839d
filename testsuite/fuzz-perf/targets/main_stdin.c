/* SPDX-License-Identifier: MIT
 * A program with main: sorts the bytes of its standard input or of a file by
 * insertion, after a start-up that is done once. */
#include "fuzz_domain.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned char bytes[4096];

int main(int argc, char **argv)
{
	volatile unsigned start_up = 0;

	while (start_up < 1000000)
		start_up++;
	retread_start();
	FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
	if (!file)
		return 2;
	size_t size = fread(bytes, 1, sizeof bytes, file);
	for (size_t i = 1; i < size; i++)
		for (size_t j = i; j > 0 && bytes[j - 1] > bytes[j]; j--) {
			unsigned char kept = bytes[j];
			bytes[j] = bytes[j - 1];
			bytes[j - 1] = kept;
		}
	return size > 3 && bytes[0] == '!' ? (abort(), 1) : 0;
}
