/* SPDX-License-Identifier: MIT
 * A triangle is made of a symmetric matrix and solved twice: kernels that a compiler puts into
 * their caller, where nothing is left of the types of what they read. */
#include <math.h>
#include <stdlib.h>

static void factor(double *matrix, int n)
{
	for (int j = 0; j < n; j++) {
		for (int k = 0; k < j; k++)
			for (int i = j; i < n; i++)
				matrix[i * n + j] -=
					matrix[i * n + k] * matrix[j * n + k];
		double root = sqrt(matrix[j * n + j]);
		for (int i = j; i < n; i++)
			matrix[i * n + j] /= root;
	}
}

static void substitute(const double *matrix, double *right, int n)
{
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < i; j++)
			right[i] -= matrix[i * n + j] * right[j];
		right[i] /= matrix[i * n + i];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 10;
	size_t size = (size_t)n;
	double *system = malloc(size * size * sizeof *system);
	double *right = malloc(size * sizeof *right), sum = 0;

	for (int i = 0; i < n; i++) {
		right[i] = 1;
		for (int j = 0; j < n; j++)
			system[i * n + j] = i == j ? n : 0.5;
	}
	factor(system, n);
	substitute(system, right, n);
	for (int i = 0; i < n; i++)
		sum += right[i];
	free(system);
	free(right);
	return !isfinite(sum);
}
