/* SPDX-License-Identifier: MIT
 * Two matrices are multiplied.
 * label: output matrix_multiply */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void matrix_multiply(int n, const double *a, const double *b, double *c)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++)
				c[i * n + j] += a[i * n + k] * b[k * n + j];
}
