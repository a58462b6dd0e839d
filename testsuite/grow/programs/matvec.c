/* SPDX-License-Identifier: MIT
 * A matrix times a vector.
 * label: output matvec */
#include <stdlib.h>

double *matrix_make(size_t n)
{
	double *m = malloc(n * n * sizeof *m);
	for (size_t i = 0; i < n * n; i++)
		m[i] = (double)(i % 7) - 3;
	return m;
}

void matvec(const double *m, const double *v, double *result, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double sum = 0;
		for (size_t j = 0; j < n; j++)
			sum += m[i * n + j] * v[j];
		result[i] = sum;
	}
}
