// SPDX-License-Identifier: MIT
// A fast Fourier transform, in place.
#include <cassert>
#include <cmath>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

using number = std::complex<double>;

void transform(std::vector<number> &x)
{
	const std::size_t n = x.size();

	for (std::size_t i = 1, j = 0; i < n; i++) {
		std::size_t bit = n >> 1;
		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
		if (i < j)
			std::swap(x[i], x[j]);
	}
	for (std::size_t length = 2; length <= n; length <<= 1) {
		const number root = std::polar(1.0, -2 * M_PI / double(length));
		for (std::size_t i = 0; i < n; i += length) {
			number w = 1;
			for (std::size_t k = 0; k < length / 2; k++) {
				number even = x[i + k];
				number odd = x[i + k + length / 2] * w;
				x[i + k] = even + odd;
				x[i + k + length / 2] = even - odd;
				w *= root;
			}
		}
	}
}

int main()
{
	std::vector<number> x(32, 1);

	transform(x);
	assert(std::abs(x[0] - 32.0) < 1e-9 && std::abs(x[5]) < 1e-9);
	return 0;
}
