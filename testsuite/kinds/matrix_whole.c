/* SPDX-License-Identifier: MIT
 * Multiplies matrices of whole numbers row by row, each into what the row has. */
#include <stdlib.h>

void matrix_multiply(long *c, const long *a, const long *b, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				c[i * n + j] += a[i * n + k] * b[k * n + j];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) / 3 : 16;
	long *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
	long *c = calloc(n * n, sizeof *c);

	for (int i = 0; i < n * n; i++) {
		a[i] = i % 7;
		b[i] = i % 5;
	}
	matrix_multiply(c, a, b, n);
	n = c[n] < 0;
	free(a);
	free(b);
	free(c);
	return n;
}
