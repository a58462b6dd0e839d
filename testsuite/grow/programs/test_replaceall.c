/* SPDX-License-Identifier: MIT
 * Its test. */
#include "replaceall.c"
#include <stdio.h>

static int fails;

static void check_replace(const char *text, const char *from, const char *to,
	const char *expected)
{
	char *got = replace_all(text, from, to);
	if (strcmp(got, expected)) {
		fprintf(stderr, "%s: got %s, not %s\n", text, got, expected);
		fails++;
	}
	free(got);
}

int main(void)
{
	check_replace("a cat and a cat", "cat", "tiger", "a tiger and a tiger");
	check_replace("no match", "x", "y", "no match");
	check_replace("a, b, c, d, e", ", ", "", "abcde");
	check_replace("", "x", "y", "");
	return fails;
}
