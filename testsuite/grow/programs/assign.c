/* SPDX-License-Identifier: MIT
 * Assignments, separated by semicolons; the rest is measured for each.
 * label: grows assign_all n^2 */
#include <stdlib.h>
#include <string.h>

static long sum;

static const char *assign_one(const char *text, size_t left)
{
	const char *end = memchr(text, ';', left);
	const char *equal = memchr(text, '=', left);

	if (equal)
		sum += atol(equal + 1);
	return end ? end + 1 : text + left;
}

long assign_all(const char *text)
{
	sum = 0;
	while (*text)
		text = assign_one(text, strlen(text));
	return sum;
}
