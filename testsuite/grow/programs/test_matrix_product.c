/* SPDX-License-Identifier: MIT
 * Its test. */
#include "matrix_product.c"

static void test_multiply(int n)
{
	double *m = calloc((size_t)n * (size_t)n * 3, sizeof *m);
	for (int i = 0; i < 2 * n * n; i++)
		m[i] = i % 7;
	matrix_multiply(n, m, m + n * n, m + 2 * n * n);
	assert(m[0] < 7);
	free(m);
}

int main(int argc, char **argv)
{
	test_multiply(argc > 1 ? atoi(argv[1]) : 8);
	return 0;
}
