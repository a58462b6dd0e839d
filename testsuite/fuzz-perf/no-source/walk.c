/* SPDX-License-Identifier: MIT
 * A library, or with MAIN a program, that compares all pairs: for N bytes 'a',
 * inner runs N * N times. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static volatile int sink;

__attribute__((noinline)) static void inner(void)
{
	sink++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		for (size_t j = 0; data[i] == 'a' && j < size; j++)
			if (data[j] == 'a')
				inner();
	return 0;
}

#ifdef MAIN
int main(void)
{
	static uint8_t data[1 << 16];

	return LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, stdin));
}
#endif
