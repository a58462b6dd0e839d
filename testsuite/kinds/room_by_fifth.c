/* SPDX-License-Identifier: MIT
 * A buffer that is full gets a fifth more room, by realloc. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	char *text;
	size_t used, room;
};

static void buffer_reserve(struct buffer *buffer, size_t wanted)
{
	if (wanted <= buffer->room)
		return;
	buffer->room = wanted + wanted / 5;
	buffer->text = realloc(buffer->text, buffer->room);
}

void buffer_append(struct buffer *buffer, const char *text)
{
	size_t length = strlen(text);

	buffer_reserve(buffer, buffer->used + length + 1);
	memcpy(buffer->text + buffer->used, text, length + 1);
	buffer->used += length;
}

__attribute__((noinline)) void lines_log(struct buffer *log, int lines)
{
	char line[40];

	for (int i = 0; i < lines; i++) {
		snprintf(line, sizeof line, "%d: done in %d ms\n", i, i % 7);
		buffer_append(log, line);
	}
}

int main(int argc, char **argv)
{
	struct buffer log = {0};
	int n = argc > 1 ? atoi(argv[1]) : 40;

	lines_log(&log, 8 * n);
	free(log.text);
	return 0;
}
