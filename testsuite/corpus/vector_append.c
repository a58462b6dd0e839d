/* SPDX-License-Identifier: MIT
 * Appends to a text whose end is looked for by sixteen bytes at a time. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char bytes __attribute__((vector_size(16)));

struct page {
	char *text; /* aligned, and zero behind its end */
	size_t room;
};

static size_t page_length(const struct page *page)
{
	size_t length = 0;

	for (;; length += 16) {
		bytes part = *(const bytes *)(page->text + length);
		unsigned char zeros = 0;
		part = (bytes)(part == 0);
		for (int i = 0; i < 16; i++)
			zeros |= part[i];
		if (zeros != 0)
			break;
	}
	while (page->text[length] != '\0')
		length++;
	return length;
}

static void page_append(struct page *page, const char *line)
{
	memcpy(page->text + page_length(page), line, strlen(line));
}

void page_fill(struct page *page, int lines)
{
	for (int i = 0; i < lines; i++)
		page_append(page, i % 3 ? "a line of a page\n" : "a heading\n");
}

int main(void)
{
	struct page page = {.text = aligned_alloc(16, 256), .room = 256};

	memset(page.text, 0, page.room);
	page_fill(&page, 12);
	assert(strlen(page.text) == 176);
	free(page.text);
	return 0;
}
