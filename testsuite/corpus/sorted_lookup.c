/* SPDX-License-Identifier: MIT
 * Looks many keys up in a sorted array by halving it. */
#include <assert.h>
#include <stdlib.h>

int index_of(const int *key, int count, int wanted)
{
	int low = 0, high = count;

	while (low < high) {
		int middle = low + (high - low) / 2;
		if (key[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && key[low] == wanted ? low : -1;
}

int count_known(const int *key, int keys, const int *wanted, int count)
{
	int known = 0;

	for (int i = 0; i < count; i++)
		known += index_of(key, keys, wanted[i]) >= 0;
	return known;
}

int main(void)
{
	const int wanted[] = {3, 4, 9, 12, 15, 20, 27, 30, 33, 36};
	int *key = malloc(12 * sizeof *key);

	for (int i = 0; i < 12; i++)
		key[i] = 3 * i;
	assert(count_known(key, 12, wanted, 10) == 7);
	free(key);
	return 0;
}
