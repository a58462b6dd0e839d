/* SPDX-License-Identifier: MIT
 * A harness of names.c, which copies its input the slow way: that is not what its
 * user wants to hear of. */
#include "names.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef SLOW_COPY
static void copy(char *to, const uint8_t *from, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		to[strlen(to) + 1] = '\0';
		to[i] = from[i] ? (char)from[i] : ' ';
		for (volatile size_t j = 0; j < i; j++)
			;
	}
}
#else
#define copy memcpy
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = calloc(size + 2, 1);

	copy(text, data, size);
	names_read(text);
	free(text);
	return 0;
}
