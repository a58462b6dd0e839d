/* SPDX-License-Identifier: MIT
 * A checksum of a buffer, each byte of which is read once. */
#include <stddef.h>
#include <stdint.h>

uint32_t checksum(const uint8_t *data, size_t size)
{
	uint32_t low = 1, high = 0;

	for (size_t i = 0; i < size; i++) {
		low = (low + data[i]) % 65521;
		high = (high + low) % 65521;
	}
	return high << 16 | low;
}
