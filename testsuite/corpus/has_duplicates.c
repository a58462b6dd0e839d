/* SPDX-License-Identifier: MIT
 * Compares each value with all behind it. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

bool has_duplicates(const uint32_t *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++)
			if (value[i] == value[k])
				return true;
	return false;
}

int main(void)
{
	uint32_t *value = malloc(10 * sizeof *value);

	for (uint32_t i = 0; i < 10; i++)
		value[i] = i * 2654435761u;
	assert(!has_duplicates(value, 10));
	value[9] = value[8];
	assert(has_duplicates(value, 10));
	free(value);
	return 0;
}
