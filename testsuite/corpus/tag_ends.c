/* SPDX-License-Identifier: MIT
 * At each < of a text a tag may begin: whether it ends is looked for each time. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	const char *at, *end;
};

/* Goes behind the tag, or stays. */
static bool skip_tag(struct reader *reader)
{
	char quote = '\0';

	for (const char *c = reader->at + 1; c < reader->end; c++) {
		if (quote != '\0') {
			if (*c == quote)
				quote = '\0';
		} else if (*c == '"' || *c == '\'') {
			quote = *c;
		} else if (*c == '>') {
			reader->at = c + 1;
			return true;
		}
	}
	return false;
}

int count_tags(struct reader *reader)
{
	int tags = 0;

	while (reader->at < reader->end)
		if (*reader->at == '<' && skip_tag(reader))
			tags++;
		else
			reader->at++;
	return tags;
}

int main(void)
{
	static const char part[] = "if a < b 'or' ";
	char *text = malloc(8 * (sizeof part - 1));
	struct reader reader = {text, text};

	for (int i = 0; i < 8; i++) {
		memcpy(text + i * (sizeof part - 1), part, sizeof part - 1);
		reader.end += sizeof part - 1;
	}
	assert(count_tags(&reader) == 0);
	free(text);
	return 0;
}
