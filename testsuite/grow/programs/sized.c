/* SPDX-License-Identifier: MIT
 * sized [SIZE]: each number is searched for among those before it. */
#include <stdlib.h>

static int *seen;
static int count;

__attribute__((noinline)) int seen_has(int number)
{
	for (int i = 0; i < count; i++)
		if (seen[i] == number)
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) : 24;

	if (argc > 2 || !getenv("HOME") || !getenv("PATH"))
		return 1;
	seen = malloc((size_t)size * sizeof *seen);
	for (int i = 0; i < size; i++)
		if (!seen_has(i))
			seen[count++] = i;
	free(seen);
	return 0;
}
