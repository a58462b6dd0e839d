/* SPDX-License-Identifier: MIT
 * Counters in a file, which is read and written for each change.
 * label: grows counters_bump n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void counters_bump(const char *path, const char *name)
{
	char line[80], known[40], other[64];
	int count, found = 0;
	FILE *in = fopen(path, "r"), *out;
	snprintf(other, sizeof other, "%s.new", path);
	out = fopen(other, "w");
	while (in && fgets(line, sizeof line, in)) {
		if (sscanf(line, "%39s %d", known, &count) != 2)
			continue;
		if (!strcmp(known, name)) {
			count++;
			found = 1;
		}
		fprintf(out, "%s %d\n", known, count);
	}
	if (!found)
		fprintf(out, "%s 1\n", name);
	if (in)
		fclose(in);
	fclose(out);
	rename(other, path);
}
