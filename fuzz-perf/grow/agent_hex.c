/* SPDX-License-Identifier: MIT
 * Bytes and texts as settings write them. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static unsigned agent_hex_digit(char digit)
{
	return digit <= '9' ? (unsigned)(digit - '0')
			    : (unsigned)(digit - 'a' + 10);
}

size_t grow_read_hex(const char *text, uint8_t *bytes, size_t most)
{
	size_t count = 0;

	while (text && count < most && isxdigit((unsigned char)text[0]) &&
		isxdigit((unsigned char)text[1])) {
		bytes[count++] = (uint8_t)(agent_hex_digit(text[0]) << 4 |
					   agent_hex_digit(text[1]));
		text += 2;
	}
	return count;
}

char *grow_copy_text(const char *text)
{
	size_t bytes = strlen(text) + 1;
	char *copy = malloc(bytes);

	return copy ? memcpy(copy, text, bytes) : NULL;
}
