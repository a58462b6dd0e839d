/* SPDX-License-Identifier: MIT
 * Each long line is compared, without case, with those after it, which differ at their ends. */
#include <stdlib.h>

static __attribute__((noinline)) int lines_compare(
	const char *left, const char *right)
{
	size_t i = 0;

	while (left[i] != '\0' && (left[i] | 32) == (right[i] | 32))
		i++;
	return left[i] - right[i];
}

__attribute__((noinline)) unsigned lines_like(char **lines, unsigned count)
{
	unsigned same = 0;

	for (unsigned i = 0; i < count; i++)
		for (unsigned j = i + 1; j < count; j++)
			same += lines_compare(lines[i], lines[j]) == 0;
	return same;
}

static char *line_of(unsigned bytes, char last)
{
	char *line = malloc(bytes + 2);

	for (unsigned i = 0; i < bytes; i++)
		line[i] = (char)('a' + i % 26);
	line[bytes] = last;
	line[bytes + 1] = '\0';
	return line;
}

static unsigned lines_search(unsigned count, unsigned bytes)
{
	char **lines = malloc(count * sizeof *lines);
	unsigned same;

	for (unsigned i = 0; i < count; i++)
		lines[i] = line_of(bytes - i % 3, (char)('0' + i % 9));
	same = lines_like(lines, count);
	for (unsigned i = 0; i < count; i++)
		free(lines[i]);
	free(lines);
	return same;
}

int main(int argc, char **argv)
{
	unsigned count = (unsigned)(argc > 1 ? atoi(argv[1]) : 30);

	return lines_search(count, 120) + lines_search(count / 2, 70) +
		       lines_search(count / 3, 45) ==
	       0;
}
