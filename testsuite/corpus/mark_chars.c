/* SPDX-License-Identifier: MIT
 * A parser that asks a table in its state, by each character, what may begin there;
 * the same words come again, and so do the places in the table. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	const char *text;
	size_t length;
	char is_mark[256];
};

static void parser_init(struct parser *parser, const char *text, int flags)
{
	parser->text = text;
	parser->length = strlen(text);
	memset(parser->is_mark, 0, sizeof parser->is_mark);
	parser->is_mark['*'] = 1;
	parser->is_mark['_'] = 1;
	if (flags != 0)
		parser->is_mark['~'] = 1;
}

int count_marks(const struct parser *parser)
{
	int marks = 0;

	for (size_t i = 0; i < parser->length; i++)
		if (parser->is_mark[(unsigned char)parser->text[i]])
			marks++;
	return marks;
}

int main(void)
{
	struct parser parser;

	parser_init(
		&parser, "www.abc www.abc www.abc www.abc *www.abc www.abc", 1);
	assert(count_marks(&parser) == 1);
	return 0;
}
