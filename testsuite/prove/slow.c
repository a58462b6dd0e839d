/* SPDX-License-Identifier: MIT
 * A target whose longer inputs never end, and execute no edge meanwhile. */
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		for (size_t j = 0; j < size; j++)
			sink += data[i] == data[j];
	if (size > 12)
		for (;;)
			pause();
	return 0;
}
