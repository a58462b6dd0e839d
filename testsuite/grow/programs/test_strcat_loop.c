/* SPDX-License-Identifier: MIT
 * Its test. */
#include "strcat_loop.c"

static void test_line(int words)
{
	char *line = line_make(words);
	assert(strlen(line) == (size_t)words * 6);
	free(line);
}

int main(int argc, char **argv)
{
	test_line(argc > 1 ? atoi(argv[1]) : 12);
	return 0;
}
