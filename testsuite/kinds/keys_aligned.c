/* SPDX-License-Identifier: MIT
 * Two long keys are aligned: of the table of distances only two rows are kept, which are
 * written in turn. */
#include <stdlib.h>

struct row {
	int *cost;
};

static int least(int a, int b, int c)
{
	int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

__attribute__((noinline)) int keys_align(
	const char *left, unsigned lefts, const char *right, unsigned rights)
{
	struct row rows[2] = {{malloc((rights + 1) * sizeof(int))},
		{malloc((rights + 1) * sizeof(int))}};
	int cost;

	for (unsigned j = 0; j <= rights; j++)
		rows[0].cost[j] = (int)j;
	for (unsigned i = 0; i < lefts; i++) {
		const int *above = rows[i % 2].cost;
		int *row = rows[(i + 1) % 2].cost;
		row[0] = (int)i + 1;
		for (unsigned j = 0; j < rights; j++)
			row[j + 1] = least(above[j] + (left[i] != right[j]),
				above[j + 1] + 1, row[j] + 1);
	}
	cost = rows[lefts % 2].cost[rights];
	free(rows[0].cost);
	free(rows[1].cost);
	return cost;
}

static char *key_of(unsigned bytes, unsigned step)
{
	char *key = malloc(bytes + 1);

	for (unsigned i = 0; i < bytes; i++)
		key[i] = (char)('a' + i * step % 11);
	key[bytes] = '\0';
	return key;
}

int main(int argc, char **argv)
{
	unsigned count = (unsigned)(argc > 1 ? atoi(argv[1]) : 40);
	char *left = key_of(count, 3), *right = key_of(count, 5);
	int cost = keys_align(left, count, right, count);

	free(left);
	free(right);
	return cost < 0;
}
