/* SPDX-License-Identifier: MIT
 * Marks that open a sentence; what would end it is looked for behind each. */
#include <assert.h>
#include <string.h>

int count_sentences(const char *text, size_t length)
{
	const char *end = text + length;
	int ended = 0;

	while (text < end) {
		const char *mark = memchr(text, '>', (size_t)(end - text));
		if (mark == NULL)
			break;
		text = mark + 1;
		ended += memchr(text, '.', (size_t)(end - text)) != NULL;
	}
	return ended;
}

int main(void)
{
	static char text[200];

	for (int i = 0; i < 15; i++)
		strcat(text, "> a sentence");
	assert(count_sentences(text, strlen(text)) == 0);
	return 0;
}
