/* SPDX-License-Identifier: MIT
 * A word is added to a text if strstr does not find it there.
 * label: grows words_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char words[1 << 18];
static size_t words_length;

static void words_add(const char *word)
{
	size_t length = strlen(word);
	if (strstr(words, word))
		return;
	memcpy(words + words_length, word, length);
	words_length += length;
	words[words_length++] = ' ';
}
