/* SPDX-License-Identifier: MIT
 * A long line is compared, without case, with each line that differs from it at its end. */
#include <stdlib.h>

static __attribute__((noinline)) int lines_compare(
	const char *left, const char *right)
{
	size_t i = 0;

	while (left[i] != '\0' && (left[i] | 32) == (right[i] | 32))
		i++;
	return left[i] - right[i];
}

__attribute__((noinline)) unsigned lines_like(
	const char *line, char **lines, unsigned count)
{
	unsigned same = 0;

	for (unsigned i = 0; i < count; i++)
		same += lines_compare(line, lines[i]) == 0;
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
	char *line = line_of(bytes, 'x');
	unsigned same;

	for (unsigned i = 0; i < count; i++)
		lines[i] = line_of(bytes - i % 3, 'y');
	same = lines_like(line, lines, count);
	for (unsigned i = 0; i < count; i++)
		free(lines[i]);
	free(lines);
	free(line);
	return same;
}

int main(int argc, char **argv)
{
	unsigned count = (unsigned)(argc > 1 ? atoi(argv[1]) : 30);

	return lines_search(count, 120) + lines_search(count / 2, 70) +
		       lines_search(count / 3, 45) !=
	       0;
}
