/* SPDX-License-Identifier: MIT
 * One word for another in a text, which moves the rest each time.
 * label: grows replace_all n^2 */
#include <stdlib.h>
#include <string.h>

char *replace_all(const char *text, const char *from, const char *to)
{
	size_t lf = strlen(from), lt = strlen(to), length = strlen(text);
	char *copy = malloc(length + 1), *at;

	memcpy(copy, text, length + 1);
	at = copy;
	while ((at = strstr(at, from))) {
		size_t place = (size_t)(at - copy);
		if (lt > lf)
			copy = realloc(copy, length + lt - lf + 1);
		at = copy + place;
		memmove(at + lt, at + lf, length - place - lf + 1);
		memcpy(at, to, lt);
		length += lt - lf;
		at += lt;
	}
	return copy;
}
