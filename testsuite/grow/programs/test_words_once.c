/* SPDX-License-Identifier: MIT
 * Its test. */
#include "words_once.c"

static void test_words(void)
{
	static const char *const word[] = {"north", "east", "south", "west"};
	for (int i = 0; i < 24; i++) {
		char name[24];
		sprintf(name, "%s%d", word[i % 4], i);
		words_add(name);
	}
	assert(words_length > 24);
}

int main(void)
{
	test_words();
	return 0;
}
