/* SPDX-License-Identifier: MIT
 * Paths with a long common beginning are put in order one by one.
 * label: grows paths_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path[1 << 14];
static int path_count;

static int path_compare(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a - *b;
}

static void paths_add(const char *name)
{
	int at = path_count++;
	for (; at > 0 && path_compare(path[at - 1], name) > 0; at--)
		path[at] = path[at - 1];
	path[at] = name;
}
