/* SPDX-License-Identifier: MIT
 * Its test. */
#include "reverse_insert.c"

static void test_reverse(void)
{
	char *text = text_reverse("stressed desserts");
	assert(text[0] == 's');
	free(text);
}

int main(void)
{
	test_reverse();
	return 0;
}
