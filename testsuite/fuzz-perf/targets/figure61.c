/* SPDX-License-Identifier: MIT
 * The test program of figure 6.1: comparisons that are hard to meet, and an
 * allocation as large as an input asks for. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *volatile block;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint16_t a, b;

	if (size < 4)
		return 0;
	memcpy(&a, data, 2);
	memcpy(&b, data + 2, 2);
	if (a % 64 == 0x20)
		if (a > 0x1000)
			if (b >= 0x0123) {
				if (a == b)
					abort();
				block = malloc(a);
				free(block);
			}
	return 0;
}
