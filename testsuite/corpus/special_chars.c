/* SPDX-License-Identifier: MIT
 * A parser that marks special characters in a table of its own, and stops at them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	const char *text;
	size_t size, at;
	char special[256];
};

static size_t next_special(const struct parser *parser)
{
	size_t at = parser->at + 1;

	while (at < parser->size &&
		!parser->special[(unsigned char)parser->text[at]])
		at++;
	return at;
}

int count_spans(struct parser *parser)
{
	int spans = 0;

	for (; parser->at < parser->size; spans++)
		parser->at = next_special(parser);
	return spans;
}

int main(void)
{
	struct parser *parser = calloc(1, sizeof *parser);

	parser->text = "a *b* and a *c* and [d] or (e) and `f` and a *g* too";
	parser->size = strlen(parser->text);
	for (const char *c = "*[]()`"; *c != '\0'; c++)
		parser->special[(unsigned char)*c] = 1;
	assert(count_spans(parser) == 13);
	free(parser);
	return 0;
}
