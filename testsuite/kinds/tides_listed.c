/* SPDX-License-Identifier: MIT
 * Numbers that occur twice in measurements, each looked for among all after it. The
 * measurements are rows of a table, which are given to what looks for them. */
#include <stdlib.h>

enum { HARBOURS = 3, MOST = 400 };

static int level[HARBOURS][MOST];

__attribute__((noinline)) int levels_twice(const int *row, int count)
{
	int twice = 0;

	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			twice += row[i] == row[k];
	return twice;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, twice = 0;

	for (int harbour = 0; harbour < HARBOURS; harbour++)
		for (int i = 0; i < n; i++)
			level[harbour][i] = i * 31 % (n + harbour);
	for (int harbour = 0; harbour < HARBOURS; harbour++)
		twice += levels_twice(level[harbour], n);
	return twice < 0;
}
