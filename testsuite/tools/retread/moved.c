/* SPDX-License-Identifier: MIT
 * moved CALLS: each call searches an array before each insertion, which moves it. */
#include <stdlib.h>

enum { ELEMENTS = 6, BYTES = 8192 };

static void *beside[ELEMENTS];

__attribute__((noinline)) static void fill(void)
{
	int *array = NULL;

	for (int i = 0; i < ELEMENTS; i++) {
		int at = 0;
		while (at < i && array[at] != i)
			at++;
		array = realloc(array, (i + 1) * sizeof *array);
		beside[i] = malloc(BYTES);
		array[i] = i;
	}
	free(array);
}

int main(int argc, char **argv)
{
	int calls = argc > 1 ? atoi(argv[1]) : 1;

	while (calls-- > 0)
		fill();
	return beside[0] == NULL;
}
