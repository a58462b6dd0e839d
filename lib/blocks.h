/* SPDX-License-Identifier: MIT
 * Changes of the order of bytes in place. */
#ifndef RETREAD_LIB_BLOCKS_H
#define RETREAD_LIB_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

static inline void blocks_reverse(uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size / 2; i++) {
		uint8_t kept = bytes[i];
		bytes[i] = bytes[size - 1 - i];
		bytes[size - 1 - i] = kept;
	}
}

/* BYTES are a block of FIRST bytes, BETWEEN bytes, and a block of SECOND bytes. The
 * two blocks change places; what is between them keeps its order. */
static inline void blocks_swap(
	uint8_t *bytes, size_t first, size_t between, size_t second)
{
	blocks_reverse(bytes, first + between + second);
	blocks_reverse(bytes, second);
	blocks_reverse(bytes + second, between);
	blocks_reverse(bytes + second + between, first);
}

#endif
