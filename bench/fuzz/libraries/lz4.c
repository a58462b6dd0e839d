/* SPDX-License-Identifier: MIT
 * lz4: compress the input, and take it for something compressed. */
#include <lz4.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char out[1 << 16];

	LZ4_compress_default((const char *)data, out, (int)size, sizeof out);
	LZ4_decompress_safe((const char *)data, out, (int)size, sizeof out);
	return 0;
}
