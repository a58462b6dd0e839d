/* SPDX-License-Identifier: MIT
 * A library, or with MAIN a program, whose branches are known to depend on certain
 * bytes of the input. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static volatile int sink;

#define APART __attribute__((noinline, noclone))

APART static void by_first(const uint8_t *data)
{
	if (data[0] & 4)
		sink++;
}

APART static void by_third_and_fifth(const uint8_t *data)
{
	if ((data[2] ^ data[4]) & 1)
		sink--;
}

/* Each byte of the second half decides in its own round. */
APART static void by_second_half(const uint8_t *data, size_t size)
{
	for (size_t i = size / 2; i < size; i++)
		if (data[i] > 'm')
			sink += 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 8)
		return 0;
	by_first(data);
	by_third_and_fifth(data);
	by_second_half(data, size);
	return 0;
}

#ifdef MAIN
int main(int argc, char **argv)
{
	uint8_t data[64];
	FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;

	return LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, in));
}
#endif
