/* SPDX-License-Identifier: MIT
 * How far two words are apart, by trying all edits.
 * label: grows edit_distance exponential */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int edit_distance(const char *a, const char *b)
{
	int skip;
	if (!*a || !*b)
		return (int)(strlen(a) + strlen(b));
	if (*a == *b)
		return edit_distance(a + 1, b + 1);
	skip = least(edit_distance(a + 1, b), edit_distance(a, b + 1));
	return 1 + least(skip, edit_distance(a + 1, b + 1));
}
