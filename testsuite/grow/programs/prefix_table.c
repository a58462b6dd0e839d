/* SPDX-License-Identifier: MIT
 * How far each suffix of a text agrees with its beginning, by memcmp.
 * label: grows longest_border n^2 -O0 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t longest_border(const char *text)
{
	size_t length = strlen(text);
	for (size_t i = 1; i < length; i++)
		if (memcmp(text, text + i, length - i) == 0)
			if (length - i < length / 2)
				return length - i;
	return 0;
}
