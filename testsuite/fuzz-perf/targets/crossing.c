/* SPDX-License-Identifier: MIT
 * Takes only inputs that begin with their length; its cross-over keeps that. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
	const uint8_t *other, size_t other_size, uint8_t *out, size_t limit,
	unsigned seed);

/* The first part of one, the last part of the other. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
	const uint8_t *other, size_t other_size, uint8_t *out, size_t limit,
	unsigned seed)
{
	size_t first = size ? 1 + seed % size : 0;
	size_t last = other_size ? 1 + seed / 256 % other_size : 0;

	if (first > limit)
		first = limit;
	if (last > limit - first)
		last = limit - first;
	memcpy(out, data, first);
	memcpy(out + first, other + other_size - last, last);
	if (first + last)
		out[0] = (uint8_t)(first + last);
	return first + last;
}

static volatile unsigned valid;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size || data[0] != size)
		return 0;
	for (size_t i = 0; i < size; i++)
		if (data[i] > 'a')
			valid++;
	return 0;
}
