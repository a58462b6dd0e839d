/* SPDX-License-Identifier: MIT
 * A table of commas as aligned columns.
 * label: linear */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void csv_print(FILE *out, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, ",\n");
		fprintf(out, "%-12.*s", (int)length, text);
		text += length;
		if (*text == '\n')
			putc('\n', out);
		if (*text)
			text++;
	}
}
