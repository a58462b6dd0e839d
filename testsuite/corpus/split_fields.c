/* SPDX-License-Identifier: MIT
 * Splits lines into fields, looking at each character once. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int split_fields(char *line, char **field, int limit)
{
	int count = 0;

	while (count < limit) {
		field[count++] = line;
		while (*line != '\0' && *line != ';')
			line++;
		if (*line == '\0')
			break;
		*line++ = '\0';
	}
	return count;
}

int count_fields(char **line, int lines)
{
	char *field[8];
	int count = 0;

	for (int i = 0; i < lines; i++)
		count += split_fields(line[i], field, 8);
	return count;
}

int main(void)
{
	static const char *const text[] = {"name;age;city", "ada;36;london",
		"alan;41;wilmslow", "grace;85;arlington", "kurt;71;princeton"};
	char *line[5];

	for (int i = 0; i < 5; i++)
		line[i] = strdup(text[i]);
	assert(count_fields(line, 5) == 15);
	for (int i = 0; i < 5; i++)
		free(line[i]);
	return 0;
}
