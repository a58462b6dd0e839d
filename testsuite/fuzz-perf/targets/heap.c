/* SPDX-License-Identifier: MIT
 * Takes 1000 bytes per letter: for 'k' they are kept, for 'f' freed at once,
 * for 'g' grown to 3000 and freed. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define MOST 64

static void *volatile kept[MOST];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t count = size < MOST ? size : MOST;

	for (size_t i = 0; i < count; i++) {
		void *volatile block = malloc(1000);
		if (data[i] == 'g')
			block = realloc(block, 3000);
		if (data[i] == 'k')
			kept[i] = block;
		else
			free(block);
	}
	for (size_t i = 0; i < MOST; i++) {
		free(kept[i]);
		kept[i] = NULL;
	}
	return 0;
}
