/* SPDX-License-Identifier: MIT
 * Multiplies square matrices of doubles: matmul [SIZE [TIMES]] */
#include <stdio.h>
#include <stdlib.h>

static void multiply(
	double *restrict to, const double *left, const double *right, int size)
{
	for (int i = 0; i < size; i++)
		for (int j = 0; j < size; j++) {
			double sum = 0;
			for (int k = 0; k < size; k++)
				sum += left[i * size + k] * right[k * size + j];
			to[i * size + j] = sum;
		}
}

int main(int argc, char **argv)
{
	int size = argc > 1 ? atoi(argv[1]) : 256;
	int times = argc > 2 ? atoi(argv[2]) : 2;
	size_t cells = (size_t)size * size;
	double *left = malloc(cells * sizeof(*left));
	double *right = malloc(cells * sizeof(*right));
	double *product = malloc(cells * sizeof(*product));

	for (size_t i = 0; i < cells; i++) {
		left[i] = (double)(i % 13);
		right[i] = (double)(i % 7);
	}
	for (int i = 0; i < times; i++)
		multiply(product, left, right, size);
	printf("%g\n", product[cells - 1]);
	return 0;
}
