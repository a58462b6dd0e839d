/* SPDX-License-Identifier: MIT
 * A growing text that knows its end. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t length, capacity;
};

void text_add(struct text *text, const char *more)
{
	size_t length = strlen(more);

	if (text->length + length + 1 > text->capacity) {
		text->capacity = 2 * (text->length + length + 1);
		text->bytes = realloc(text->bytes, text->capacity);
	}
	memcpy(text->bytes + text->length, more, length + 1);
	text->length += length;
}

void text_add_all(struct text *text, char *const *more, int count)
{
	for (int i = 0; i < count; i++) {
		text_add(text, more[i]);
		text_add(text, "\n");
	}
}

int main(void)
{
	static const char *const word[] = {
		"first", "second", "third", "fourth", "fifth", "sixth"};
	struct text text = {NULL, 0, 0};
	char *line[6];

	for (int i = 0; i < 6; i++)
		line[i] = strdup(word[i]);
	text_add_all(&text, line, 6);
	assert(text.length == 38);
	assert(strcmp(text.bytes + 32, "sixth\n") == 0);
	for (int i = 0; i < 6; i++)
		free(line[i]);
	free(text.bytes);
	return 0;
}
