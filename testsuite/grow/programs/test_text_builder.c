/* SPDX-License-Identifier: MIT
 * Its test. */
#include "text_builder.c"

static void test_add(void)
{
	struct text text = {0};
	for (int i = 0; i < 10; i++)
		text_add(&text, "piece ");
	assert(text.length == 60);
	free(text.at);
}

int main(void)
{
	test_add();
	return 0;
}
