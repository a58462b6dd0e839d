/* SPDX-License-Identifier: MIT
 * snprintf at the end of a line, which strlen finds.
 * label: grows line_add n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18];

static void line_add(const char *key, int value)
{
	snprintf(line + strlen(line), sizeof line - strlen(line), "%s=%d ", key,
		value);
}
