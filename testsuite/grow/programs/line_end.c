/* SPDX-License-Identifier: MIT
 * snprintf at the end of a line, which is kept.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18], *line_end = line;

static void line_add(const char *key, int value)
{
	line_end += snprintf(line_end, (size_t)(line + sizeof line - line_end),
		"%s=%d ", key, value);
}
