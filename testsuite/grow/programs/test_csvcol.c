/* SPDX-License-Identifier: MIT
 * A line or two. */
#include "csvcol.c"
#include <stdio.h>

static int check(const char *line, long want)
{
	long is = csv_sum(line);
	if (is == want)
		return 0;
	fprintf(stderr, "%s: %ld instead of %ld\n", line, is, want);
	return 1;
}

int main(void)
{
	int bad = 0;
	bad += check("3,4,5,6,7", 25);
	bad += check("10", 10);
	return bad != 0;
}
