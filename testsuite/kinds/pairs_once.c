/* SPDX-License-Identifier: MIT
 * Which of all pairs of points are close: every pair is compared, in one call. */
#include <stdlib.h>

struct spot {
	int tag, ignore;
};

int spots_mark(struct spot *spot, int count)
{
	int same = 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < count; k++)
			if (k != i && spot[k].tag == spot[i].tag)
				same++;
	return same;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, same;
	struct spot *spot = calloc(n, sizeof *spot);

	for (int i = 0; i < n; i++)
		spot[i].tag = i;
	same = spots_mark(spot, n);
	free(spot);
	return same;
}
