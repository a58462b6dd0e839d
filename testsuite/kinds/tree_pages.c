/* SPDX-License-Identifier: MIT
 * Keys in pages of at most sixteen, in order: a full page is split. */
#include <stdlib.h>
#include <string.h>

#define KEYS 16

struct page {
	int count;
	long key[KEYS];
	struct page *next;
};

static struct page *page_split(struct page *page)
{
	struct page *right = calloc(1, sizeof *right);

	right->count = KEYS / 2;
	memcpy(right->key, page->key + KEYS / 2, sizeof *page->key * KEYS / 2);
	page->count = KEYS / 2;
	right->next = page->next;
	page->next = right;
	return right;
}

void page_insert(struct page *page, long key)
{
	int at = 0;

	if (page->count == KEYS) {
		struct page *right = page_split(page);
		if (key > right->key[0])
			page = right;
	}
	while (at < page->count && page->key[at] < key)
		at++;
	for (int i = page->count; i > at; i--)
		page->key[i] = page->key[i - 1];
	page->key[at] = key;
	page->count++;
}

int main(int argc, char **argv)
{
	struct page *first = calloc(1, sizeof *first), *next;

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		page_insert(first, i * 53 % 997);
	for (; first; first = next) {
		next = first->next;
		free(first);
	}
	return 0;
}
