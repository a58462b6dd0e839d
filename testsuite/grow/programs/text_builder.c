/* SPDX-License-Identifier: MIT
 * A text that doubles as it grows.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *at;
	size_t length, capacity;
};

static void text_add(struct text *text, const char *piece)
{
	size_t more = strlen(piece);
	while (text->length + more + 1 > text->capacity) {
		text->capacity = text->capacity ? 2 * text->capacity : 16;
		text->at = realloc(text->at, text->capacity);
	}
	memcpy(text->at + text->length, piece, more + 1);
	text->length += more;
}
