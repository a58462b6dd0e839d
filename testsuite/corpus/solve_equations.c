/* SPDX-License-Identifier: MIT
 * Solves linear equations by elimination. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

void solve(double *a, double *b, int n)
{
	for (int k = 0; k < n; k++)
		for (int i = k + 1; i < n; i++) {
			double factor = a[i * n + k] / a[k * n + k];
			for (int j = k; j < n; j++)
				a[i * n + j] -= factor * a[k * n + j];
			b[i] -= factor * b[k];
		}
	for (int i = n - 1; i >= 0; i--) {
		for (int j = i + 1; j < n; j++)
			b[i] -= a[i * n + j] * b[j];
		b[i] /= a[i * n + i];
	}
}

int main(void)
{
	int n = 8;
	double *a = malloc(64 * sizeof *a), *b = malloc(8 * sizeof *b);

	for (int i = 0; i < n; i++) {
		b[i] = 0;
		for (int j = 0; j < n; j++) {
			a[i * n + j] = i == j ? 10 : 1 + (i + j) % 3;
			b[i] += a[i * n + j];
		}
	}
	solve(a, b, n);
	assert(fabs(b[0] - 1) < 1e-9 && fabs(b[7] - 1) < 1e-9);
	free(a);
	free(b);
	return 0;
}
