/* SPDX-License-Identifier: MIT
 * Asks for the length of a text, which is a test's literal, for each of its letters. */
#include <stdlib.h>
#include <string.h>

int vowels_count(const char *text)
{
	int count = 0;

	for (size_t i = 0; i < strlen(text); i++)
		count += strchr("aeiou", text[i]) != NULL;
	return count;
}

__attribute__((noinline)) static int test_vowels(void)
{
	return vowels_count(
		"a text that somebody has written as a test for the "
		"counting of vowels, and which is long enough");
}

int main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return test_vowels() == 0;
}
