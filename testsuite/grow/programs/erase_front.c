/* SPDX-License-Identifier: MIT
 * Bytes are taken from the front of a buffer.
 * label: grows buffer_take n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *buffer;
static size_t used;

static char buffer_take(void)
{
	char first = buffer[0];
	memmove(buffer, buffer + 1, --used);
	return first;
}
