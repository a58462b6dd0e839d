/* SPDX-License-Identifier: MIT
 * Words are joined from the end, each time into a new text.
 * label: grows words_join n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *words_join(const char *const *word, size_t count)
{
	char *rest, *all;
	if (count == 0)
		return calloc(1, 1);
	rest = words_join(word + 1, count - 1);
	all = malloc(strlen(*word) + strlen(rest) + 2);
	strcpy(all, *word);
	strcat(all, " ");
	strcat(all, rest);
	free(rest);
	return all;
}
