/* SPDX-License-Identifier: MIT
 * Takes each line from what was received, and moves the rest only when half is taken. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct received {
	char *bytes;
	size_t start, end;
};

static size_t take_line(struct received *received)
{
	const char *from = received->bytes + received->start;
	const char *end = memchr(from, '\n', received->end - received->start);
	size_t line = (size_t)(end - from) + 1;

	received->start += line;
	if (2 * received->start > received->end) {
		memmove(received->bytes, received->bytes + received->start,
			received->end - received->start);
		received->end -= received->start;
		received->start = 0;
	}
	return line;
}

size_t count_lines(struct received *received)
{
	size_t lines = 0;

	for (; received->start < received->end; lines++)
		take_line(received);
	return lines;
}

int main(void)
{
	static const char line[] = "GET /index HTTP\n";
	struct received received = {malloc(20 * 16), 0, 20 * 16};

	for (int i = 0; i < 20; i++)
		memcpy(received.bytes + 16 * i, line, 16);
	assert(count_lines(&received) == 20);
	free(received.bytes);
	return 0;
}
