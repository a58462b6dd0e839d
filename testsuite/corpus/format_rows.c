/* SPDX-License-Identifier: MIT
 * Formats rows of a table: the format is read for each, as it must be. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t format_rows(char *out, size_t room, const double *value, int count)
{
	size_t length = 0;

	for (int i = 0; i < count; i++)
		length += (size_t)snprintf(out + length, room - length,
			"row %4d of the table: %8.3f (%s, unit %s)\n", i,
			value[i], i % 2 ? "measured" : "estimated", "metre");
	return length;
}

int main(void)
{
	double value[14];
	char *out = malloc(2048);

	for (int i = 0; i < 14; i++)
		value[i] = 1.5 * i;
	assert(format_rows(out, 2048, value, 14) == strlen(out));
	free(out);
	return 0;
}
