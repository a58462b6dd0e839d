/* SPDX-License-Identifier: MIT
 * Its test. */
#include "matvec.c"
#include <assert.h>

#define N 8

int main(void)
{
	size_t n = N;
	double *m = matrix_make(n);
	double *v = calloc(n, sizeof *v), *result = calloc(n, sizeof *result);
	for (size_t i = 0; i < n; i++)
		v[i] = 1;
	matvec(m, v, result, n);
	assert(result[0] > -100 && result[0] < 1e6);
	free(m);
	free(v);
	free(result);
	return 0;
}
