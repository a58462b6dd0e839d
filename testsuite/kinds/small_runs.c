/* SPDX-License-Identifier: MIT
 * Quicksort leaves runs of at most ten to a sort by insertion. Lists of random numbers are
 * sorted. */
#include <stdlib.h>

static void sort_by_insertion(unsigned **left, unsigned **right)
{
	for (unsigned **i = left + 1; i < right; i++) {
		unsigned *key = *i, **to = i;
		while (to > left && *to[-1] > *key) {
			*to = to[-1];
			to--;
		}
		*to = key;
	}
}

static void sort_range(unsigned **left, unsigned **right)
{
	while (right - left > 10) {
		unsigned pivot = *left[(right - left) / 2];
		unsigned **i = left, **j = right - 1;
		while (i <= j) {
			while (**i < pivot)
				i++;
			while (**j > pivot)
				j--;
			if (i <= j) {
				unsigned *swap = *i;
				*i++ = *j;
				*j-- = swap;
			}
		}
		sort_range(left, j + 1);
		left = i;
	}
	sort_by_insertion(left, right);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 30, wrong = 0;
	unsigned *value = calloc((size_t)n * 20, sizeof *value);
	unsigned **at = calloc((size_t)n * 20, sizeof *at);

	srand(7);
	for (int round = 0; round < n; round++) {
		int count = 1 + rand() % (n * 20);
		for (int i = 0; i < count; i++) {
			value[i] = (unsigned)rand() % 10000;
			at[i] = &value[i];
		}
		sort_range(at, at + count);
		for (int i = 1; i < count; i++)
			wrong += *at[i - 1] > *at[i];
	}
	free(at);
	free(value);
	return wrong != 0;
}
