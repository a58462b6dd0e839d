/* SPDX-License-Identifier: MIT
 * The product of two matrices, which takes every row of the right one for every row of
 * the left one. */
#include <assert.h>
#include <stdlib.h>

void multiply(double *to, const double *left, const double *right, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				to[i * n + j] +=
					left[i * n + k] * right[k * n + j];
}

static void test_multiply(int n)
{
	double *a = calloc(3 * (size_t)(n * n), sizeof *a);
	double *b = a + n * n, *c = b + n * n;

	for (int i = 0; i < n * n; i++) {
		a[i] = i;
		b[i] = i % (n + 1) == 0;
	}
	multiply(c, a, b, n);
	for (int i = 0; i < n * n; i++)
		assert(c[i] == a[i]);
	free(a);
}

int main(void)
{
	test_multiply(4);
	test_multiply(6);
	return 0;
}
