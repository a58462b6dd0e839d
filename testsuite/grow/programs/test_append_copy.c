/* SPDX-License-Identifier: MIT
 * Its test. */
#include "append_copy.c"

static void test_append(void)
{
	char *text = strdup("");
	for (int i = 0; i < 10; i++)
		text = text_append(text, "piece of text ");
	assert(strlen(text) == 140);
	free(text);
}

int main(void)
{
	test_append();
	return 0;
}
