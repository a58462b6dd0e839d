/* SPDX-License-Identifier: MIT
 * Assignments, separated by semicolons; the text is measured once.
 * label: linear */
#include <stdlib.h>
#include <string.h>

static long sum;

static const char *assign_one(const char *text, size_t left)
{
	const char *end = memchr(text, ';', left);

	if (!end)
		end = text + left;
	for (const char *at = text; at < end; at++)
		if (*at == '=')
			sum += atol(at + 1);
	return *end ? end + 1 : end;
}

long assign_all(const char *text)
{
	const char *end = text + strlen(text);

	sum = 0;
	while (text < end)
		text = assign_one(text, end - text);
	return sum;
}
