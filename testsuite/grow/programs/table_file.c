/* SPDX-License-Identifier: MIT
 * A file with the distance of any two places.
 * label: output table_write */
#include <stdio.h>
#include <stdlib.h>

static int place[1 << 16], places;

static void table_add(int at)
{
	place[places++] = at;
}

static void table_write(const char *path)
{
	FILE *out = fopen(path, "w");

	for (int i = 0; i < places; i++)
		for (int j = 0; j < places; j++)
			fputc('a' + abs(place[i] - place[j]) % 26, out);
	fclose(out);
}
