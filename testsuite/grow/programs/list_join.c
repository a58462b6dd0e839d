/* SPDX-License-Identifier: MIT
 * The words of a list are joined in one new text.
 * label: linear */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *words_join(const char *const *word, size_t count)
{
	size_t length = 1;
	char *all, *end;
	for (size_t i = 0; i < count; i++)
		length += strlen(word[i]) + 1;
	end = all = malloc(length);
	for (size_t i = 0; i < count; i++) {
		end = stpcpy(end, word[i]);
		*end++ = ' ';
	}
	*end = '\0';
	return all;
}
