/* SPDX-License-Identifier: MIT
 * A poem. */
#include "indent.c"
#include <assert.h>

static void test_indent_lines(void)
{
	char *text = indent_text("roses\nare\nred\nviolets\n");
	assert(!strcmp(text, "  roses\n  are\n  red\n  violets\n"));
	free(text);
}

static void test_indent_one(void)
{
	char *text = indent_text("word");
	assert(!strcmp(text, "  word"));
	free(text);
}

int main(void)
{
	test_indent_lines();
	test_indent_one();
	return 0;
}
