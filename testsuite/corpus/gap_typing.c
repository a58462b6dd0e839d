/* SPDX-License-Identifier: MIT
 * Text is typed into a buffer with a gap: bytes move only as far as the cursor does. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t size, gap, gap_end;
};

static void move_gap(struct text *text, size_t to)
{
	size_t count;

	if (to < text->gap) {
		count = text->gap - to;
		memmove(text->bytes + text->gap_end - count, text->bytes + to,
			count);
		text->gap -= count;
		text->gap_end -= count;
	} else if (to > text->gap) {
		count = to - text->gap;
		memmove(text->bytes + text->gap, text->bytes + text->gap_end,
			count);
		text->gap += count;
		text->gap_end += count;
	}
}

void text_type(struct text *text, size_t at, const char *typed)
{
	move_gap(text, at);
	for (; *typed != '\0'; typed++)
		text->bytes[text->gap++] = *typed;
}

int main(void)
{
	struct text text = {malloc(400), 400, 0, 400};

	for (size_t i = 0; i < 12; i++)
		text_type(&text, 8 * i, "and more ");
	assert(text.gap_end - text.gap == 400 - 12 * 9);
	free(text.bytes);
	return 0;
}
