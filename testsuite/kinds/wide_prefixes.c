/* SPDX-License-Identifier: MIT
 * Which names of a tree of names begin as one does, for all of its beginnings. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int prefixes_count(const char *name, const char *other)
{
	int count = 0;
	size_t length = strlen(name);

	for (size_t k = 1; k <= length; k++)
		count += strncasecmp(name, other, k) == 0;
	return count;
}

int main(int argc, char **argv)
{
	int n = 2 * (argc > 1 ? atoi(argv[1]) : 24), count;
	char *a = calloc(n + 1, 1), *b = calloc(n + 1, 1);

	memset(a, 'k', n);
	memset(b, 'K', n);
	count = prefixes_count(a, b);
	free(a);
	free(b);
	return count != n;
}
