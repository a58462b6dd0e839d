/* SPDX-License-Identifier: MIT
 * LLVMFuzzerMutate, which a target's own mutator may call: what libFuzzer
 * would do to bytes. The same seed gives the same bytes. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fuzz-perf/runtime/runtime.h"

static uint64_t state = 1;

void retread_mutator_seed(uint32_t seed)
{
	state = seed * 0x9e3779b97f4a7c15ull | 1;
}

static size_t mutator_below(size_t limit)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (size_t)((state * 0x2545f4914f6cdd1dull >> 32) % limit);
}

static size_t mutator_insert(uint8_t *data, size_t size, size_t capacity)
{
	size_t at = mutator_below(size + 1);
	size_t count = 1 + mutator_below(capacity < 16 ? capacity : 16);
	size_t from = size > count ? mutator_below(size - count) : 0;
	uint8_t part[16];

	for (size_t i = 0; i < count && i < sizeof part; i++)
		part[i] = size > count && state & 1
				  ? data[from + i]
				  : (uint8_t)mutator_below(256);
	memmove(data + at + count, data + at, size - at);
	memcpy(data + at, part, count);
	return size + count;
}

static size_t remove_part(uint8_t *data, size_t size)
{
	size_t count = 1 + mutator_below(size - 1 < 16 ? size - 1 : 16);
	size_t at = mutator_below(size - count + 1);

	memmove(data + at, data + at + count, size - at - count);
	return size - count;
}

static size_t runtime_mutator_change(uint8_t *data, size_t size, size_t limit)
{
	size_t at = size ? mutator_below(size) : 0;

	switch (size ? mutator_below(6) : 0) {
	case 0:
		return size < limit ? mutator_insert(data, size, limit - size)
				    : size;
	case 1:
		return size > 1 ? remove_part(data, size) : size;
	case 2:
		data[at] ^= (uint8_t)(1 << mutator_below(8));
		return size;
	case 3:
		data[at] = (uint8_t)mutator_below(256);
		return size;
	case 4:
		data[at] = (uint8_t)(data[at] + mutator_below(35) - 17);
		return size;
	default:
		data[at] = data[mutator_below(size)];
		return size;
	}
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit)
{
	size_t steps = 1 + mutator_below(4);

	for (size_t i = 0; i < steps; i++)
		size = runtime_mutator_change(data, size, limit);
	return size;
}
