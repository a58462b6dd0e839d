/* SPDX-License-Identifier: MIT
 * Quotes a text in two passes: the first one finds how long it becomes, the second
 * one writes it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Returns the length of TEXT in quotes, and writes it to OUT if that is given. */
size_t text_quote(const char *text, char *out)
{
	size_t length = strlen(text), written = 0;

	if (out != NULL)
		out[written] = '"';
	written++;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '"') {
			if (out != NULL)
				out[written] = '\\';
			written++;
		}
		if (out != NULL)
			out[written] = text[i];
		written++;
	}
	if (out != NULL)
		out[written] = '"';
	return written + 1;
}

char *text_quote_dup(const char *text)
{
	char *out = NULL;
	size_t size = 0;

	for (int pass = 0; pass < 2; pass++) {
		if (pass == 1)
			out = malloc(size + 1);
		size = text_quote(text, out);
	}
	out[size] = '\0';
	return out;
}

int main(void)
{
	char *text = strdup("the \"quoted\" part of a longer line of text");
	char *quoted = text_quote_dup(text);

	assert(strlen(quoted) == strlen(text) + 4);
	free(quoted);
	free(text);
	return 0;
}
