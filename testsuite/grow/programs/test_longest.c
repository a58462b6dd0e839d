/* SPDX-License-Identifier: MIT
 * Its test. */
#include "longest.c"
int main(int argc, char **argv)
{
	struct lines lines = {0};
	FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;

	if (!in)
		return 2;
	lines_read(&lines, in);
	fclose(in);
	printf("%zu of %zu\n", longest(&lines), lines.count);
	return 0;
}
