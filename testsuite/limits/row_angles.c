/* SPDX-License-Identifier: MIT
 * The products of all rows of a matrix with those of another one, each summed up first. */
#include <assert.h>
#include <stdlib.h>

void rows_multiply(
	double *product, const double *left, const double *right, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0;
			for (int k = 0; k < n; k++)
				sum += left[i * n + k] * right[j * n + k];
			product[i * n + j] = sum;
		}
}

int main(void)
{
	enum { N = 12 };
	double *left = malloc(N * N * sizeof *left);
	double *right = malloc(N * N * sizeof *right);
	double *product = malloc(N * N * sizeof *product);

	for (int i = 0; i < N * N; i++) {
		left[i] = i % 3;
		right[i] = i % 4;
	}
	rows_multiply(product, left, right, N);
	assert(product[0] > 0);
	free(left);
	free(right);
	free(product);
	return 0;
}
