/* SPDX-License-Identifier: MIT
 * Compares every four neighbours with a number of their own; only the last ones
 * are of consequence. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 60

static volatile uint32_t equal, step = 0x10203;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t number = 0;

	if (size < NUMBERS + sizeof number)
		return 0;
	for (uint32_t i = 0; i < NUMBERS; i++) {
		memcpy(&number, data + i, sizeof number);
		equal += number == step * (i + 1);
	}
	memcpy(&number, data + NUMBERS, sizeof number);
	if (number == step * 777)
		abort();
	return 0;
}
