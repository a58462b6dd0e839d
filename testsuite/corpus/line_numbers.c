/* SPDX-License-Identifier: MIT
 * A scanner that finds the line of each name by counting from the beginning. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct name {
	int line;
	int length;
};

int line_of(const char *text, const char *at)
{
	int line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

int scan_names(const char *text, struct name *name, int limit)
{
	int count = 0;

	for (const char *at = text; *at != '\0' && count < limit;) {
		const char *end = at;
		while (isalpha((unsigned char)*end))
			end++;
		if (end > at) {
			name[count].line = line_of(text, at);
			name[count++].length = (int)(end - at);
		}
		at = end > at ? end : at + 1;
	}
	return count;
}

int main(void)
{
	char *text = strdup("one two\nthree\n\nfour five 6\nseven eight\n");
	struct name name[16];

	assert(scan_names(text, name, 16) == 7);
	assert(name[2].line == 2 && name[6].line == 5);
	assert(name[3].length == 4);
	free(text);
	return 0;
}
