/* SPDX-License-Identifier: MIT
 * The sum of a buffer is made again after each byte.
 * label: grows buffer_put n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	unsigned char *byte;
	size_t count, capacity;
	unsigned sum;
};

static void buffer_put(struct buffer *buffer, unsigned char byte)
{
	if (buffer->count == buffer->capacity) {
		buffer->capacity = 2 * buffer->capacity + 8;
		buffer->byte = realloc(buffer->byte, buffer->capacity);
	}
	buffer->byte[buffer->count++] = byte;
	buffer->sum = 1;
	for (size_t i = 0; i < buffer->count; i++)
		buffer->sum = buffer->sum * 31 + buffer->byte[i];
}
