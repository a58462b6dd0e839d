/* SPDX-License-Identifier: MIT
 * Disjoint sets with path halving. */
#include <assert.h>
#include <stdlib.h>

static int root_of(int *parent, int at)
{
	while (parent[at] != at) {
		parent[at] = parent[parent[at]];
		at = parent[at];
	}
	return at;
}

int count_islands(const int (*bridge)[2], int bridges, int count)
{
	int *parent = malloc((size_t)count * sizeof *parent);
	int islands = count;

	for (int i = 0; i < count; i++)
		parent[i] = i;
	for (int i = 0; i < bridges; i++) {
		int a = root_of(parent, bridge[i][0]);
		int b = root_of(parent, bridge[i][1]);
		islands -= a != b;
		parent[a] = b;
	}
	free(parent);
	return islands;
}

int main(void)
{
	const int bridge[][2] = {
		{0, 1}, {2, 3}, {1, 3}, {4, 5}, {5, 6}, {0, 2}, {7, 4}, {6, 7}};

	assert(count_islands(bridge, 8, 9) == 3);
	return 0;
}
