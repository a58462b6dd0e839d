/* SPDX-License-Identifier: MIT
 * bzip2: compress the input. */
#include <bzlib.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char out[1 << 16];
	unsigned length = sizeof out;

	BZ2_bzBuffToBuffCompress(
		out, &length, (char *)data, (unsigned)size, 1, 0, 0);
	return 0;
}
