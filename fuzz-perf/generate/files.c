/* SPDX-License-Identifier: MIT
 * Whole files. */
#include "fuzz-perf/generate/runs.h"

#include <stdlib.h>

uint8_t *gen_file_read(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	size_t capacity = 1 << 14;

	*length = 0;
	if (!file)
		return NULL;
	uint8_t *bytes = gen_memory(NULL, capacity);
	for (;;) {
		*length += fread(bytes + *length, 1, capacity - *length, file);
		if (*length < capacity)
			break;
		bytes = gen_memory(bytes, capacity *= 2);
	}
	if (ferror(file)) {
		free(bytes);
		bytes = NULL;
	}
	fclose(file);
	return bytes;
}

int gen_file_write(const char *path, const uint8_t *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");

	if (!file)
		return -1;
	size_t written = fwrite(bytes, 1, length, file);
	return fclose(file) || written != length ? -1 : 0;
}
