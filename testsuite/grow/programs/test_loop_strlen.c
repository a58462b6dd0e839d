/* SPDX-License-Identifier: MIT
 * Its test. */
#include "loop_strlen.c"

static void test_vowels(int length)
{
	char *text = malloc((size_t)length + 1);
	memset(text, 'a', (size_t)length);
	text[length] = 0;
	__asm__ volatile("" ::: "memory");
	assert(count_vowels(text) == (size_t)length);
	free(text);
}

int main(int argc, char **argv)
{
	test_vowels(argc > 1 ? atoi(argv[1]) : 40);
	return 0;
}
