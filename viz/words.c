/* SPDX-License-Identifier: MIT
 * Names of programs as text for pictures and pages. */
#include "config.h"

#include "viz/words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/memory.h"

#define ELLIPSIS "\xe2\x80\xa6"

size_t words_character_bytes(const char *from)
{
	const unsigned char *text = (const unsigned char *)from;
	size_t bytes = text[0] < 0x80	? 1
		       : text[0] < 0xe0 ? 2
		       : text[0] < 0xf0 ? 3
					: 4;

	if (bytes == 1)
		return text[0] == '\t' || (text[0] >= 0x20 && text[0] != 0x7f);
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < bytes; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((text[0] == 0xc2 && text[1] < 0xa0) ||
		(text[0] == 0xe0 && text[1] < 0xa0) ||
		(text[0] == 0xed && text[1] >= 0xa0) ||
		(text[0] == 0xf0 && text[1] < 0x90) ||
		(text[0] == 0xf4 && text[1] >= 0x90) ||
		(text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe))
		return 0;
	/* What turns the direction of text deceives. */
	if (text[0] == 0xe2 &&
		((text[1] == 0x80 && text[2] >= 0xaa && text[2] <= 0xae) ||
			(text[1] == 0x81 && text[2] >= 0xa6 &&
				text[2] <= 0xa9)))
		return 0;
	return bytes;
}

char *words_shorten(const char *text, size_t characters)
{
	const char *at = text != NULL ? text : "?";
	size_t count = 0, index = 0, head = characters - characters / 3 - 1;
	size_t skipped_until;
	char *shorter, *to;

	for (const char *c = at; *c != '\0'; c += words_character_bytes(c) ?: 1)
		count++;
	skipped_until = count > characters ? count - characters / 3 : 0;
	to = shorter = memory_alloc(3 * strlen(at) + 8);
	for (; *at != '\0'; index++) {
		size_t bytes = words_character_bytes(at);
		bool is_left_out = index >= head && index < skipped_until;
		if (is_left_out && index == head)
			to = stpcpy(to, ELLIPSIS);
		if (!is_left_out && bytes == 0)
			to = stpcpy(to, WORDS_REPLACEMENT);
		else if (!is_left_out)
			to = mempcpy(to, at, bytes);
		at += bytes ?: 1;
	}
	*to = '\0';
	return shorter;
}

const char *words_number(char *buffer, uint64_t number)
{
	char digits[WORDS_NUMBER_BYTES];
	int count = snprintf(digits, sizeof(digits), "%" PRIu64, number);
	char *to = buffer;

	for (int i = 0; i < count; i++) {
		if (i > 0 && (count - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return buffer;
}

const char *words_base_name(const char *path)
{
	const char *slash = path != NULL ? strrchr(path, '/') : NULL;

	return slash != NULL && slash[1] != '\0' ? slash + 1
	       : path != NULL			 ? path
						 : "?";
}
