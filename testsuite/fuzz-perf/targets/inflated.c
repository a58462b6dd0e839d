/* SPDX-License-Identifier: MIT
 * Sorts by insertion what its input decompresses to, if its checksum is right. */
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t text[512];
	uLongf length = sizeof text;

	if (uncompress(text, &length, data, size) != Z_OK)
		return 0;
	for (uLongf i = 1; i < length; i++)
		for (uLongf j = i; j > 0 && text[j - 1] > text[j]; j--) {
			uint8_t kept = text[j];
			text[j] = text[j - 1];
			text[j - 1] = kept;
		}
	return 0;
}
