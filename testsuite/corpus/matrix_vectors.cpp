// SPDX-License-Identifier: MIT
// A product of matrices that are vectors of vectors.
#include <cassert>
#include <cstddef>
#include <vector>

using matrix = std::vector<std::vector<double>>;

matrix multiply(const matrix &a, const matrix &b)
{
	matrix c(a.size(), std::vector<double>(b[0].size()));

	for (std::size_t i = 0; i < a.size(); i++)
		for (std::size_t j = 0; j < b[0].size(); j++) {
			double sum = 0;
			for (std::size_t k = 0; k < b.size(); k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
	return c;
}

int main()
{
	matrix a(8, std::vector<double>(8, 2)), b(8, std::vector<double>(8, 3));

	assert(multiply(a, b)[7][7] == 48);
	return 0;
}
