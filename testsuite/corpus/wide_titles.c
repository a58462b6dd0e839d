/* SPDX-License-Identifier: MIT
 * Joins texts of two-byte characters; the end of what there is is looked for each time. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uint16_t *end_of(uint16_t *letter)
{
	while (*letter != 0)
		letter++;
	return letter;
}

size_t join_titles(const uint16_t *title, int count)
{
	uint16_t *joined = calloc(200, sizeof *joined);
	size_t length;

	for (int i = 0; i < count; i++) {
		uint16_t *to = end_of(joined);
		for (const uint16_t *from = title; *from != 0; from++)
			*to++ = *from;
	}
	length = (size_t)(end_of(joined) - joined);
	free(joined);
	return length;
}

int main(void)
{
	static const uint16_t title[] = {'n', 'o', 'v', 'e', 'l', ' ', 0};

	assert(join_titles(title, 12) == 72);
	return 0;
}
