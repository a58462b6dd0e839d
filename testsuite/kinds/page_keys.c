/* SPDX-License-Identifier: MIT
 * Keys of a tree's page are looked for by a function, and by a loop beside it, whose load has
 * no type where it is optimised. */
#include <stdlib.h>

struct page {
	int count;
	int key[20];
	struct page *child[21];
};

__attribute__((noinline)) static int page_find(const struct page *page, int key)
{
	int i = 0;

	while (i < page->count && page->key[i] < key)
		i++;
	return i;
}

static int page_ranks(const struct page *page, int keys)
{
	int sum = 0;

	for (int key = 0; key < keys; key++) {
		int i = 0;
		while (i < page->count && page->key[i] < key)
			i++;
		sum += i;
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, sum = 0;
	struct page *page = calloc(1, sizeof *page);

	for (int i = 0; i < 20; i++)
		page->key[page->count++] = i * 3;
	for (int i = 0; i < n; i++)
		sum += page_find(page, i * 7 % 60);
	sum += page_ranks(page, n);
	free(page);
	return sum == 0;
}
