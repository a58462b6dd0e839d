/* SPDX-License-Identifier: MIT
 * Its test. */
#include "one_pass.c"

static void test_words(void)
{
	assert(count_words("one two three four five") == 5);
}

int main(void)
{
	test_words();
	return 0;
}
