/* SPDX-License-Identifier: MIT
 * Takes each line from the front of what was received. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct received {
	char *bytes;
	size_t length;
};

static size_t take_line(struct received *received)
{
	char *end = memchr(received->bytes, '\n', received->length);
	size_t line = (size_t)(end - received->bytes) + 1;

	received->length -= line;
	memmove(received->bytes, received->bytes + line, received->length);
	return line;
}

size_t longest_line(struct received *received)
{
	size_t longest = 0;

	while (received->length > 0) {
		size_t line = take_line(received);
		if (line > longest)
			longest = line;
	}
	return longest;
}

int main(void)
{
	static const char line[] = "GET /index HTTP\n";
	struct received received = {malloc(10 * 16), 10 * 16};

	for (int i = 0; i < 10; i++)
		memcpy(received.bytes + 16 * i, line, 16);
	assert(longest_line(&received) == 16);
	free(received.bytes);
	return 0;
}
