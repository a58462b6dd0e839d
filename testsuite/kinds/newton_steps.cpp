// SPDX-License-Identifier: MIT
// Differences of a function are made from those of the step before, Newton's way.
#include <cstdlib>
#include <vector>
static void divide(const double *x, double *f, int n)
{
	for (int k = 1; k < n; k++)
		for (int i = n - 1; i >= k; i--)
			f[i] = (f[i] - f[i - 1]) / (x[i] - x[i - k]);
}
static double value(const double *x, const double *f, int n, double at)
{
	double v = f[n - 1];
	for (int i = n - 2; i >= 0; i--)
		v = v * (at - x[i]) + f[i];
	return v;
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? std::atoi(argv[1]) : 12;
	std::vector<double> x(n), f(n);
	for (int i = 0; i < n; i++) {
		x[i] = i;
		f[i] = 3 * i + 1;
	}
	divide(x.data(), f.data(), n);
	return value(x.data(), f.data(), n, 2.5) > 8 ? 0 : 1;
}
