/* SPDX-License-Identifier: MIT
 * Its test. */
#include "edit_distance.c"

static void test_words(void)
{
	assert(edit_distance("kitten", "sitting") == 3);
}

int main(void)
{
	test_words();
	return 0;
}
