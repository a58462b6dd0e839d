/* SPDX-License-Identifier: MIT
 * A checksum of a text, byte by byte.
 * label: linear */
#include <stdint.h>

uint32_t adler32(const char *text)
{
	uint32_t a = 1, b = 0;
	for (; *text; text++) {
		a = (a + (unsigned char)*text) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}
