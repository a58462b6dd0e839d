/* SPDX-License-Identifier: MIT
 * Changes of bytes that several mutators make. */
#include "config.h"

#include "fuzz-perf/mutate/mutate_bytes.h"

#include <string.h>

#include "fuzz-perf/mutate/mutation.h"

void mutate_replace(struct mutation *mutation, size_t at, size_t old_length,
	const uint8_t *bytes, size_t length)
{
	size_t after = at + old_length;
	size_t tail = mutation->length - after;

	if (length > mutation->limit - at)
		length = mutation->limit - at;
	if (tail > mutation->limit - at - length)
		tail = mutation->limit - at - length;
	memmove(mutation->bytes + at + length, mutation->bytes + after, tail);
	if (length)
		memcpy(mutation->bytes + at, bytes, length);
	mutation->length = at + length + tail;
}

void mutate_balance(struct random *random, uint8_t bytes[2])
{
	static const uint8_t factors[] = {1, 1, 31, 33, 37, 65, 131};
	int factor = factors[random_below(random, sizeof factors)];
	int sign = random_below(random, 2) ? 1 : -1;

	bytes[0] = (uint8_t)(bytes[0] + sign);
	bytes[1] = (uint8_t)(bytes[1] - sign * factor);
}

void mutate_put_number(uint8_t *at, uint64_t value, unsigned bytes, bool is_big)
{
	for (unsigned i = 0; i < bytes; i++)
		at[is_big ? bytes - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

uint64_t mutate_get_number(const uint8_t *at, unsigned bytes, bool is_big)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)at[is_big ? bytes - 1 - i : i] << 8 * i;
	return value;
}
