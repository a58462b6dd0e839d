/* SPDX-License-Identifier: MIT
 * The length of a text is asked once.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t count_blanks(const char *text)
{
	size_t count = 0, length = strlen(text);
	for (size_t i = 0; i < length; i++)
		count += text[i] == ' ';
	return count;
}
