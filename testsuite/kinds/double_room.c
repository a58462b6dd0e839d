/* SPDX-License-Identifier: MIT
 * A text gets twice as much room when it is full, and what it has is copied there. */
#include <stdlib.h>
#include <string.h>

struct text {
	char *at;
	size_t used, room;
};

void text_add(struct text *text, const char *more, size_t length)
{
	if (text->used + length > text->room) {
		size_t room = 2 * text->room + length;
		char *at = malloc(room);
		if (text->used)
			memcpy(at, text->at, text->used);
		free(text->at);
		text->at = at;
		text->room = room;
	}
	memcpy(text->at + text->used, more, length);
	text->used += length;
}

void text_fill(struct text *text, int count)
{
	for (int i = 0; i < count; i++)
		text_add(text, "some more ", 10);
}

int main(int argc, char **argv)
{
	struct text text = {0};

	text_fill(&text, 4 * (argc > 1 ? atoi(argv[1]) : 24));
	free(text.at);
	return 0;
}
