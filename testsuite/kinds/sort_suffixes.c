/* SPDX-License-Identifier: MIT
 * Sorts the suffixes of a text that repeats itself by comparing them. */
#include <stdlib.h>
#include <string.h>

void suffixes_sort(const char **suffix, const char *text, int count)
{
	for (int i = 0; i < count; i++) {
		int k = i;
		for (; k > 0 && strcmp(suffix[k - 1], text + i) > 0; k--)
			suffix[k] = suffix[k - 1];
		suffix[k] = text + i;
	}
}

int main(int argc, char **argv)
{
	int n = 2 * (argc > 1 ? atoi(argv[1]) : 24);
	char *text = calloc(n + 1, 1);
	const char **suffix = malloc(n * sizeof *suffix);

	memset(text, 'a', n);
	suffixes_sort(suffix, text, n);
	free(text);
	free(suffix);
	return 0;
}
