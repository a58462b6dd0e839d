/* SPDX-License-Identifier: MIT
 * Copies as many blocks of 16 bytes as the first byte says. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

char from[4096], to[4096];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	memcpy(to, from, size ? data[0] * 16u : 0);
	return 0;
}
