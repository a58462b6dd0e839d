/* SPDX-License-Identifier: MIT
 * Its test. */
#include "text_prepend.c"

static void test_prepend(void)
{
	struct text text = {0};
	text_prepend(&text, "third ");
	text_prepend(&text, "second ");
	text_prepend(&text, "first ");
	assert(!strcmp(text.bytes, "first second third "));
	free(text.bytes);
}

int main(void)
{
	test_prepend();
	return 0;
}
