/* SPDX-License-Identifier: MIT
 * strlen in the condition of a loop.
 * label: grows count_vowels n^2 -O0 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t count_vowels(const char *text)
{
	size_t count = 0;
	for (size_t i = 0; i < strlen(text); i++) {
		if (strchr("aeiou", text[i]))
			count++;
		((volatile const char *)text)[0];
	}
	return count;
}
