/* SPDX-License-Identifier: MIT
 * Blocks of memory are compared with what was read back, each once. */
#include <stdlib.h>
#include <string.h>

#define BLOCK 64

int blocks_differ(const char *a, const char *b, int count)
{
	int differ = 0;

	for (int i = 0; i < count; i++)
		differ += memcmp(a + i * BLOCK, b + i * BLOCK, BLOCK) != 0;
	return differ;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, differ;
	char *a = calloc(n, BLOCK), *b = calloc(n, BLOCK);

	differ = blocks_differ(a, b, n);
	free(a);
	free(b);
	return differ;
}
