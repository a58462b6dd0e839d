/* SPDX-License-Identifier: MIT
 * A matrix is made triangular, and solved for one right side, in main(). */
#include <math.h>
#include <stdlib.h>
static void lu(double *a, int n)
{
	for (int k = 0; k < n; k++)
		for (int i = k + 1; i < n; i++) {
			double f = a[i * n + k] /= a[k * n + k];
			for (int j = k + 1; j < n; j++)
				a[i * n + j] -= f * a[k * n + j];
		}
}
static void solve(const double *a, double *b, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			b[i] -= a[i * n + j] * b[j];
	for (int i = n - 1; i >= 0; i--) {
		for (int j = i + 1; j < n; j++)
			b[i] -= a[i * n + j] * b[j];
		b[i] /= a[i * n + i];
	}
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10;
	double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n),
	       s = 0;
	for (int i = 0; i < n; i++) {
		b[i] = i + 1;
		for (int j = 0; j < n; j++)
			a[i * n + j] = i == j ? n : 1.0 / (1 + abs(i - j));
	}
	lu(a, n);
	solve(a, b, n);
	for (int i = 0; i < n; i++)
		s += b[i];
	free(a);
	free(b);
	return !isfinite(s);
}
