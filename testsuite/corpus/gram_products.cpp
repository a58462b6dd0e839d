// SPDX-License-Identifier: MIT
// The products of every two vectors of a base.
#include <cassert>
#include <vector>

void products(std::vector<double> &to, const std::vector<double> &base,
	int vectors, int size)
{
	for (int i = 0; i < vectors; i++)
		for (int k = 0; k < vectors; k++) {
			double sum = 0;
			for (int j = 0; j < size; j++)
				sum += base[i * size + j] * base[k * size + j];
			to[i * vectors + k] = sum;
		}
}

int main()
{
	std::vector<double> base, to(36);

	for (int i = 0; i < 6 * 7; i++)
		base.push_back(i % 7 == i / 7 ? 2 : 0);
	products(to, base, 6, 7);
	assert(to[0] == 4 && to[1] == 0 && to[35] == 4);
	return 0;
}
