/* SPDX-License-Identifier: MIT
 * Takes only inputs whose bytes add up to 0, and knows how to make them. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed);

static uint8_t sum(const uint8_t *data, size_t size)
{
	uint8_t total = 0;

	for (size_t i = 0; i < size; i++)
		total = (uint8_t)(total + data[i]);
	return total;
}

size_t LLVMFuzzerCustomMutator(
	uint8_t *data, size_t size, size_t limit, unsigned seed)
{
	(void)seed;
	if (size)
		size = LLVMFuzzerMutate(data, size - 1, limit - 1);
	data[size] = (uint8_t)-sum(data, size);
	return size + 1;
}

static volatile unsigned valid, invalid;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (sum(data, size)) {
		invalid++;
		return 0;
	}
	for (size_t i = 0; i < size; i++)
		if (data[i] > 'z')
			valid++;
	return 0;
}
