/* SPDX-License-Identifier: MIT
 * Reads a file of names.c: OPENS, FILE, or the standard input, and writes how long it was
 * to the file that a second argument names. */
#include "names.h"

#include <stdio.h>

static char text[1 << 20];

int main(int argc, char **argv)
{
#ifdef OPENS
	FILE *in = fopen(OPENS, "r");
#else
	FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
#endif
	size_t length = in ? fread(text, 1, sizeof text - 1, in) : 0;
	FILE *out = argc > 2 ? fopen(argv[2], "w") : NULL;

	names_read(text);
	if (out) {
		fprintf(out, "%zu\n", length);
		fclose(out);
	}
	return length == 0;
}
