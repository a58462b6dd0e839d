/* SPDX-License-Identifier: MIT
 * zlib: compress the input. */
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static Bytef out[1 << 16];
	uLongf length = sizeof out;

	compress2(out, &length, data, size, 9);
	return 0;
}
